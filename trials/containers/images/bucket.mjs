// The emulator of S3 that the tests use, with the settings and the check of the image that compose.yaml names.
import { createServer } from 'node:http'
import S3rver from 's3rver'

const { VGW_BACKEND_ARGS: directory, VGW_PORT: port, VGW_HEALTH: health } = process.env
const serve = new S3rver({ directory, silent: true, vhostBuckets: false }).callback()
createServer((request, response) =>
  request.url === health ? response.end() : serve(request, response),
).listen(Number(port.slice(1)))
