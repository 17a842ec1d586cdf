type Outcomes<Work extends readonly unknown[]> = { [Index in keyof Work]: Awaited<Work[Index]> }

/**
 * Work of one transaction that need not wait for each other: its first statements go out at once, in this order. Waits for
 * all of it before it throws the first error, since a statement sent after the transaction's end would be in somebody
 * else's.
 */
export async function together<Work extends readonly unknown[] | []>(work: Work): Promise<Outcomes<Work>> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
