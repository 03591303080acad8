use super::*;
use crate::assemble;
use serde_json::{Value, json};

fn value(text: &str) -> Value {
    serde_json::to_value(ProgramJson::of(&assemble(None, text).unwrap())).unwrap()
}

#[test]
fn a_program_has_every_member() {
    let text = "ps
        (!p0) mul_sat oC0.xy01, -r_abs[2+aL].wzyx, -c_abs[3+a0] + (!p0) mulsc oC0._, -c_abs[3+a0].x, -r_abs[7].z
        loop i3, Repeat=true
        serialize
        tfetch2D r1.x___, r0.xy, tf4
        endloop i3";
    let value = value(text);
    assert_eq!((&value["version"], &value["format"]), (&json!(1), &json!("xenos-program")));
    assert_eq!((&value["stage"], &value["first_address"]), (&json!("ps"), &json!(3)));
    let alu = &value["instructions"][0];
    assert_eq!((&alu["instruction"], &alu["predicate"]), (&json!("alu"), &json!(false)));
    assert_eq!(alu["export"], json!({ "target": { "color": 0 }, "zeros": "__z_", "ones": "___w" }));
    assert_eq!(
        alu["vector"]["operands"][0],
        json!({ "register": { "temporary": 2 }, "index": "loop", "absolute": true,
                "negate": true, "swizzle": "wzyx" })
    );
    assert_eq!(alu["vector"]["operands"][1]["index"], "address");
    assert_eq!(alu["scalar"]["operands"][1]["register"], json!({ "temporary": 7 }));
    assert_eq!(alu["scalar"]["operands"][1]["component"], "z");
    assert_eq!(
        value["flow"][2],
        json!({ "at": 2, "operation": "loop-start", "form": "loop-start",
        "address_mode": "relative", "target": 5, "constant": 3, "repeat": true })
    );
    assert_eq!(
        value["flow"][3]["runs"],
        json!([{ "address": 4, "fetch": true, "serialized": true }])
    );
    assert_eq!(value["flow"][4]["break_if"], Value::Null);
    let fetch = &value["instructions"][1];
    assert_eq!((&fetch["coordinates"], &fetch["constant"]), (&json!(2), &json!(4)));
}
