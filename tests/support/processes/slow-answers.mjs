// Loaded into a server with `node --import`: a request waits at random before it is handled, one in five for long.
// Whatever a test takes for granted about the order of answers fails under it. Calls to the emulator are left alone:
// a start makes dozens of them.
import { Server } from 'node:http'

const { emit } = Server.prototype

Server.prototype.emit = function (event, ...args) {
  if (event !== 'request' || args[0].url.startsWith('/v1/')) return emit.call(this, event, ...args)
  const delayMs = Math.random() < 0.2 ? 2_500 : Math.random() * 300
  setTimeout(() => emit.call(this, event, ...args), delayMs)
  return true
}
