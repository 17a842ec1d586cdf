// The emulator of S3 that the tests use, with the settings and the check of the image that compose.yaml names.
import { createServer } from 'node:http'
import { createBucketServer } from '../../../test/support/bucket-server.ts'

const {
  VGW_BACKEND_ARGS: directory = '',
  VGW_PORT: port = '',
  VGW_HEALTH: health,
  ROOT_ACCESS_KEY_ID: accessKeyId = '',
  ROOT_SECRET_ACCESS_KEY: secretAccessKey = '',
} = process.env
const buckets = createBucketServer({ directory, accessKeyId, secretAccessKey })
createServer((request, response) => {
  if (request.url === health) response.end()
  else buckets.emit('request', request, response)
}).listen(Number(port.slice(1)))
