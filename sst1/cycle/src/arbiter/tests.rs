use super::*;

const COLOR_WRITE: u16 = 1 << slot(Client::ColorWrite);
const AUX_WRITE: u16 = 1 << slot(Client::AuxWrite);
const AUX_READ: u16 = 1 << slot(Client::AuxRead);
const COLOR_READ: u16 = 1 << slot(Client::ColorRead);
const LFB_READ: u16 = 1 << slot(Client::LfbRead);
const TEXTURE: u16 = 1 << slot(Client::Texture(0));

fn serve(arbiter: &mut Arbiter, presented: u16) -> u16 {
    let chosen = arbiter.choose(presented);
    arbiter.accepted(chosen.trailing_zeros() as usize);
    chosen
}

/// Digest 1.2: colour write > aux write > aux read > colour read > legacy read.
#[test]
fn fbi_has_a_fixed_priority() {
    let mut arbiter = Arbiter::new(Sharing::One);
    let mut all = COLOR_WRITE | AUX_WRITE | AUX_READ | COLOR_READ | LFB_READ;
    for expected in [COLOR_WRITE, AUX_WRITE, AUX_READ, COLOR_READ, LFB_READ] {
        assert_eq!(serve(&mut arbiter, all), expected);
        all &= !expected;
    }
}

/// Digest 1.2: a presented request is latched until accepted, whatever comes later.
#[test]
fn a_presented_request_stays_until_it_is_accepted() {
    let mut arbiter = Arbiter::new(Sharing::One);
    assert_eq!(arbiter.choose(COLOR_READ), COLOR_READ);
    assert_eq!(arbiter.choose(COLOR_READ | COLOR_WRITE), COLOR_READ);
    arbiter.accepted(slot(Client::ColorRead));
    assert_eq!(arbiter.choose(COLOR_READ | COLOR_WRITE), COLOR_WRITE);
}

/// Digest 1.4: round robin; the loser of the last grant wins when both request.
#[test]
fn texture_and_fbi_take_turns() {
    let mut arbiter = Arbiter::new(Sharing::One);
    let both = TEXTURE | AUX_READ;
    let served: Vec<_> = (0..4).map(|_| serve(&mut arbiter, both)).collect();
    assert_eq!(served, [TEXTURE, AUX_READ, TEXTURE, AUX_READ]);
    // Alone, FBI is served twice in a row, and then loses to a texture unit.
    assert_eq!(serve(&mut arbiter, AUX_READ), AUX_READ);
    assert_eq!(serve(&mut arbiter, AUX_READ), AUX_READ);
    assert_eq!(serve(&mut arbiter, both), TEXTURE);
}

/// Digest 1.4: a grant counts when memory takes it: a refused side asks again.
#[test]
fn a_refused_grant_does_not_turn_the_robin() {
    let mut arbiter = Arbiter::new(Sharing::One);
    let both = TEXTURE | AUX_READ;
    assert_eq!(arbiter.choose(both), TEXTURE);
    assert_eq!(serve(&mut arbiter, both), TEXTURE);
    assert_eq!(serve(&mut arbiter, both), AUX_READ);
}

/// Digest 1.6, counters 61 and 62: clocks in which a side asked and was not served.
#[test]
fn waits_are_counted_a_side() {
    let mut arbiter = Arbiter::new(Sharing::One);
    serve(&mut arbiter, TEXTURE | AUX_READ);
    assert_eq!(arbiter.counts, ArbiterCounts { tmu_waits: 0, fbi_waits: 1 });
    arbiter.choose(TEXTURE | AUX_READ);
    assert_eq!(arbiter.counts, ArbiterCounts { tmu_waits: 1, fbi_waits: 2 });
}

/// Whose memory has a queue for each is never chosen against.
#[test]
fn clients_with_queues_of_their_own_are_granted_together() {
    let mut arbiter = Arbiter::new(Sharing::Client);
    let all = TEXTURE | AUX_READ | COLOR_READ;
    assert_eq!(arbiter.choose(all), all);
    for client in [Client::Texture(0), Client::AuxRead] {
        arbiter.accepted(slot(client));
    }
    assert_eq!(arbiter.choose(COLOR_READ), COLOR_READ);
    assert_eq!(arbiter.counts, ArbiterCounts { tmu_waits: 0, fbi_waits: 2 });
}

#[test]
fn scan_out_does_not_wait_behind_drawing() {
    let mut arbiter = Arbiter::new(Sharing::One);
    let video = 1 << slot(Client::Video);
    assert_eq!(serve(&mut arbiter, video | COLOR_WRITE), video);
}
