"""The family storeys-K: its moves and states, what it asks, and what holds with disks glued."""

import pytest
from support import oracle
from support.commands import assert_refused, run

from hanoi_fsm import SOLVERS, Task, automata, equal
from hanoi_fsm.hanoi.pegs import PAIRS

sizes = pytest.mark.parametrize(
    "storeys", [1, 2, 3, *(pytest.param(number, marks=pytest.mark.sweep) for number in (4, 5, 6))]
)


@sizes
def test_in_state_j_it_makes_the_steps_whose_number_is_j_modulo_2_to_the_storeys(
    storeys: int,
) -> None:
    last = 1 << storeys
    for disks in range(storeys + 4):
        for source, target in PAIRS:
            records = [*SOLVERS[f"storeys-{storeys}"].run(Task(disks, source, target))]
            made = [record for record in records if record.output]
            moves = [tuple(record.output) for record in made]
            assert moves == [*oracle.textbook(disks, source, target)]
            states = [record.state.replace("foundation", "0") for record in made]
            assert states == [str(step % last) for step in range(1, 1 + len(made))]
            assert records[-1].next_state == "done"


@sizes
def test_it_is_proved_and_with_its_small_disks_glued_it_is_two_state(storeys: int) -> None:
    name, last = f"storeys-{storeys}", 1 << storeys
    proof = SOLVERS[name].prove()
    assert proof.holds
    assert equal("two-state", name).holds
    assert (f"two-state on n - {storeys - 1} disks" in proof.follows) == (storeys > 1)
    assert (f"{last} q and {last} q + {last - 1} steps" in str(proof)) == (storeys > 1)
    for disks in range(storeys, storeys + 4):
        glued = oracle.solution(disks - storeys + 1)
        whole = oracle.solution(disks)
        for q in range(1 << (disks - storeys)):
            for step, as_one in ((q * last, 2 * q), (q * last + last - 1, 2 * q + 1)):
                configuration = whole[step]
                assert configuration == glued[as_one] + (storeys - 1) * configuration[-1]


@pytest.mark.parametrize("number", ["0", "00", "01", "11", "99999", "x", "", "-3", "3.0"])
def test_another_number_is_refused_in_a_line(number: str) -> None:
    for words in (["describe"], ["solve", "3", "--by"], ["check"]):
        assert_refused(run(*words, f"storeys-{number}"), "storeys-K", "1 to 10")
    assert f"storeys-{number}" not in automata.SOLVERS
