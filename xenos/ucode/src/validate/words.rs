//! What decoding finds, as remarks.

use super::{Remarks, Rule};
use crate::finding::Finding;

pub(super) fn words(findings: &[Finding], remarks: &mut Remarks) {
    for finding in findings {
        let (rule, flow, address) = place(finding);
        // A path decides it, in `flow`.
        if rule != Rule::MiniFetch {
            remarks.add(rule, flow, address, finding.to_string());
        }
    }
}

fn place(finding: &Finding) -> (Rule, Option<u32>, Option<u32>) {
    match *finding {
        Finding::NoControlFlow { .. } => (Rule::NoControlFlow, None, None),
        Finding::InsideControlFlow { flow, .. } => (Rule::InsideControlFlow, Some(flow), None),
        Finding::Truncated { flow, .. } => (Rule::Truncated, Some(flow), None),
        Finding::UnreachedExec { flow, .. } | Finding::UnreachedTarget { flow, .. } => {
            (Rule::UnreachedOutside, Some(flow), None)
        }
        Finding::Count { flow, .. } => (Rule::ExecCount, Some(flow), None),
        Finding::Target { flow, .. } => (Rule::BranchTarget, Some(flow), None),
        Finding::RunsOff { flow } => (Rule::RunsOff, Some(flow), None),
        Finding::NoEnd => (Rule::NoEnd, None, None),
        Finding::Loop { flow } => (Rule::HalfLoop, Some(flow), None),
        Finding::LoopTargets { end, .. } => (Rule::LoopTargets, Some(end), None),
        Finding::LoopDepth { flow, .. } => (Rule::LoopDepth, Some(flow), None),
        Finding::CallDepth { flow } => (Rule::CallDepth, Some(flow), None),
        Finding::Kind { flow, .. } => (Rule::SlotKind, Some(flow), None),
        Finding::VectorOpcode { address, .. } => (Rule::VectorOpcode, None, Some(address)),
        Finding::ScalarOpcode { address, .. } => (Rule::ScalarOpcode, None, Some(address)),
        Finding::FetchOpcode { address, .. } => (Rule::FetchOpcode, None, Some(address)),
        Finding::VertexFormat { address, .. } => (Rule::VertexFormat, None, Some(address)),
        Finding::MiniFetch { address } => (Rule::MiniFetch, None, Some(address)),
        Finding::FetchConstant { address, .. } => (Rule::FetchConstant, None, Some(address)),
        Finding::FetchSwizzle { address, .. } => (Rule::FetchSwizzle, None, Some(address)),
        Finding::Export { address, .. } => (Rule::ExportRegister, None, Some(address)),
        Finding::Reserved { address, .. } => (Rule::Reserved, None, Some(address)),
        Finding::ReservedFlow { flow, .. } => (Rule::Reserved, Some(flow), None),
    }
}
