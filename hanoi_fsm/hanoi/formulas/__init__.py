"""Closed formulas: the solution and all shortest paths, without running any machine.

`solution` gives any step without the steps before it, and `derivations` every figure on the way
there; `distances` the step, the distance and the next move of any configuration, and the shortest
paths between any two.
"""

from hanoi_fsm.hanoi.formulas.distances import Lengths as Lengths
from hanoi_fsm.hanoi.formulas.distances import ShortestPath as ShortestPath
from hanoi_fsm.hanoi.formulas.distances import check_same_disks as check_same_disks
from hanoi_fsm.hanoi.formulas.distances import distance as distance
from hanoi_fsm.hanoi.formulas.distances import distance_to_tower as distance_to_tower
from hanoi_fsm.hanoi.formulas.distances import next_move as next_move
from hanoi_fsm.hanoi.formulas.distances import path_lengths as path_lengths
from hanoi_fsm.hanoi.formulas.distances import shortest_paths as shortest_paths
from hanoi_fsm.hanoi.formulas.distances import step_of as step_of
from hanoi_fsm.hanoi.formulas.solution import FAMILIES as FAMILIES
from hanoi_fsm.hanoi.formulas.solution import Family as Family
from hanoi_fsm.hanoi.formulas.solution import check_step as check_step
from hanoi_fsm.hanoi.formulas.solution import configuration as configuration
from hanoi_fsm.hanoi.formulas.solution import hbits as hbits
from hanoi_fsm.hanoi.formulas.solution import itinerary as itinerary
from hanoi_fsm.hanoi.formulas.solution import itinerary_of as itinerary_of
from hanoi_fsm.hanoi.formulas.solution import legalov as legalov
from hanoi_fsm.hanoi.formulas.solution import move as move
from hanoi_fsm.hanoi.formulas.solution import moves as moves
