// Makes the bucket of the settings where it is not there; ends with 1 where it cannot.
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const { S3_ENDPOINT_URL: endpoint, S3_REGION: region, S3_BUCKET: Bucket } = process.env
const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env
const client = new S3Client({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
})
const present = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'])
await client.send(new CreateBucketCommand({ Bucket })).catch((error) => {
  if (!present.has(error.name)) throw error
})
