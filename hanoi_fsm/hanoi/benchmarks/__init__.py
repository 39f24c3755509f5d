"""The speed of this package, as ratios to what you would otherwise use.

Every figure is a ratio of two contenders that do the same work in the same run, in turn. `parts`
says which are compared, `measuring` runs them, and the other modules define the contenders.
"""

from hanoi_fsm.hanoi.benchmarks.measuring import Contender as Contender
from hanoi_fsm.hanoi.benchmarks.measuring import LeftOut as LeftOut
from hanoi_fsm.hanoi.benchmarks.measuring import Part as Part
from hanoi_fsm.hanoi.benchmarks.measuring import Result as Result
from hanoi_fsm.hanoi.benchmarks.measuring import Row as Row
from hanoi_fsm.hanoi.benchmarks.measuring import measure as measure
from hanoi_fsm.hanoi.benchmarks.parts import PARTS as PARTS
