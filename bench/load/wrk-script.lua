-- The same work as the engine's script: a data row, a random value, three checks and one extracted value.
local counter = 0
local ids = {}
local token = "none"
failed = 0
function request()
  counter = counter % 1000 + 1
  ids[#ids + 1] = counter
  wrk.headers["X-Token"] = token
  return wrk.format("GET", "/items/" .. counter .. "?trace=" .. math.random(0, 1000))
end
function response(status, headers, body)
  local id, found = body:match('^{"id":(%d+),'), body:match('"token":"([^"]*)"')
  if status ~= 200 or not (headers["Content-Type"] or ""):find("json", 1, true) or id == nil then failed = failed + 1 end
  token = found
end
