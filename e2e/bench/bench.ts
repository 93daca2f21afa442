/** Results of a benchmark: times with the floors measured in the same run on the same machine. */

export interface BenchRow {
  readonly name: string
  /** Size of the input; several sizes of one name also show how the cost grows. */
  readonly size?: number
  readonly unit: 'ms' | 'kB' | 'MB' | '‰' | 'frames' | 'files' | 'requests'
  /** Smallest possible cost of the job; undefined if only the limit counts. */
  readonly floor?: number
  readonly measured: number
  /** Allowed multiple of the floor, or allowed time. */
  readonly goal: { readonly ratio: number } | { readonly limit: number }
}

export interface Bench {
  readonly name: string
  readonly about: string
  run(say: (line: string) => void): Promise<readonly BenchRow[]>
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? at(sorted, Math.floor(middle)) : (at(sorted, middle - 1) + at(sorted, middle)) / 2
}

function at(values: readonly number[], index: number): number {
  const value = values[index]
  if (value === undefined) throw new Error('a bench measured nothing')
  return value
}

export async function inTurn(
  jobs: readonly (() => unknown)[],
  rounds: number,
  warmUps = 2,
): Promise<readonly number[]> {
  const times: number[][] = jobs.map(() => [])
  for (let round = 0; round < rounds + warmUps; round += 1) {
    for (const [index, job] of jobs.entries()) {
      const started = performance.now()
      await job()
      if (round >= warmUps) times[index]?.push(performance.now() - started)
    }
  }
  return times.map(median)
}
