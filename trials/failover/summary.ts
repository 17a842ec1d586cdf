export interface Round {
  kind: string
  /** Writes acknowledged from the fault until the cluster was whole again. */
  acknowledged: number
  writes: number
  reads: number
}

function medianAndLongest(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (index: number) => (sorted[index] ?? 0).toFixed(1)
  return `${at(Math.floor((sorted.length - 1) / 2))}, ${at(sorted.length - 1)}`
}

export function tableOf(rounds: readonly Round[]): string[] {
  const kinds = [...new Set(rounds.map(({ kind }) => kind))]
  const rows = kinds.map((kind) => {
    const own = rounds.filter((round) => round.kind === kind)
    const acknowledged = own.reduce((sum, round) => sum + round.acknowledged, 0)
    const cells = [
      kind,
      own.length,
      acknowledged,
      medianAndLongest(own.map(({ writes }) => writes)),
      medianAndLongest(own.map(({ reads }) => reads)),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| fault | rounds | writes acknowledged | seconds until writes (median, longest) | until reads (median, longest) |',
    '|---|---|---|---|---|',
    ...rows,
  ]
}
