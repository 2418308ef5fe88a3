from catanlab.agents.estimates.build_time cimport A_CITY, A_ROAD, A_SETTLEMENT
from catanlab.agents.estimates.estimates cimport Estimates
from catanlab.framework.types cimport i32
from catanlab.games.catan.engine.roads_and_buildings cimport build_city, build_road, build_settlement
