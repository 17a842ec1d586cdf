// Makes the bucket of the settings where it is not there; ends with 1 where it cannot.
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const { AWS_ENDPOINT_URL_S3: endpoint, S3_BUCKET: Bucket } = process.env
const client = new S3Client({ endpoint, forcePathStyle: true })
const present = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'])
await client.send(new CreateBucketCommand({ Bucket })).catch((error) => {
  if (!present.has(error.name)) throw error
})
