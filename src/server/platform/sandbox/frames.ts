const headBytes = 4

export function toFrame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(bytes.length)
  return Buffer.concat([head, bytes])
}

/** The frames of a pipe; rejects at one longer than `maxBytes`. */
export async function* readFrames(
  chunks: AsyncIterable<Buffer>,
  maxBytes = Infinity,
): AsyncGenerator<Buffer, undefined> {
  let received: Buffer[] = []
  let length = 0
  // Null until the length's bytes have come.
  let wanted: number | null = null
  const take = (count: number): Buffer => {
    const all = Buffer.concat(received, length)
    received = [all.subarray(count)]
    length -= count
    return all.subarray(0, count)
  }
  for await (const chunk of chunks) {
    received.push(chunk)
    length += chunk.length
    while (length >= (wanted ?? headBytes)) {
      if (wanted === null) {
        wanted = take(headBytes).readUInt32BE()
        if (wanted > maxBytes) throw new RangeError('a longer answer than is allowed')
      } else {
        const frame = take(wanted)
        wanted = null
        yield frame
      }
    }
  }
}
