from catanlab.agents.estimates.win_time cimport WinTime
from catanlab.agents.estimates.income cimport Income
from catanlab.agents.estimates.longest_road cimport OUT_OF_REACH, JSettlersRoads, RoadFinder, length_to_beat
from catanlab.agents.estimates.jsettlers_win_time cimport JSettlersWinTime
from catanlab.agents.estimates.build_time cimport A_CARD, A_CITY, A_ROAD, A_SETTLEMENT, A_SHIP, BuildTimes, target_of
from catanlab.agents.estimates.possible_pieces cimport PieceTrackers, PossiblePieces
from catanlab.framework.buffers cimport lowest_bit, popcount
from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.engine.roads_and_buildings cimport (
    build_city,
    build_road,
    build_settlement,
    roads_left,
)
from catanlab.games.catan.engine.cards cimport award_largest_army
from catanlab.games.catan.codes cimport (
    CITIES_EACH,
    KNIGHT,
    LARGEST_ARMY_MINIMUM,
    SETTLEMENTS_EACH,
    VICTORY_POINT,
)
from catanlab.games.catan.grid cimport NODE_EDGES
from catanlab.games.catan.hands cimport held
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.view.view cimport CatanView

cdef class Estimates:
    cdef readonly BuildTimes build_times
    cdef readonly i32 me
    cdef readonly bint jsettlers           # times to win as JSettlers computes them
    cdef i32 seats
    cdef object game
    cdef CatanState position            # as the seat that looks sees it
    cdef CatanState trial               # the same with a piece tried
    cdef PieceTrackers pieces           # the possible pieces of every seat
    cdef list finders
    cdef list incomes
    cdef PossiblePieces tried_tracker
    cdef RoadFinder tried_finder
    cdef JSettlersRoads tried_roads
    cdef Income tried_income
    cdef WinTime win_time
    cdef JSettlersWinTime jsettlers_win_time
    cdef i32 rolls_to_win[4]            # by seat; -1: not computed
    cdef bint ready[4]                  # whether income and finder are
    cdef u64 known[4]                   # cards that each seat certainly holds
    cdef i32 deck
    cdef i32 knights_held               # by this seat, and playable
    cdef i32 knights_new                # bought in this turn; for JSettlers they stay new until the next

    cdef i32 _look(self, CatanView view) except -1
    cdef i32 _prepare(self, i32 seat) except -1
    cdef i32 _win(self, i32 seat) except -1
    cdef i32 _plan(
        self, Position p, PossiblePieces tracker, Income income, i32 roads_needed, i32 cards_left
    ) except -1
    cdef i32 _points(self, Position p, i32 seat) noexcept
    cdef i32 _cards_for_army(self, Position p, i32 seat) noexcept
    cdef i32 _win_after(self, i32 seat, i32 builder, i32 kind, i32 place) except -1
    cdef bint _is_touched(self, i32 seat, i32 builder, i32 kind, i32 place) except -1
    cdef object _try(self, i32 builder, i32 kind, i32 place)
    cdef i32 _seat(self, object seat) except -1
