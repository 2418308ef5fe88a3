from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.engine.roads_and_buildings cimport (
    build_city,
    build_road,
    build_settlement,
    renew_frontier,
    roads_left,
)
from catanlab.games.catan.codes cimport AWARD_POINTS
from catanlab.games.catan.engine.turn_order cimport check_win
from catanlab.games.catan.engine.position cimport Position
