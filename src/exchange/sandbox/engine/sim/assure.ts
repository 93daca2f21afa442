import { firstDifference } from '../../journal/journal-entry.ts'

export function assure(holds: boolean, promise: string, details: () => unknown = () => ''): asserts holds {
  if (!holds)
    throw new Error(
      `${promise}: ${JSON.stringify(details(), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
}

export function assureSame(before: string, after: string, promise: string): void {
  if (before === after) return
  const found = firstDifference(JSON.parse(before), JSON.parse(after))
  throw new Error(
    found === undefined
      ? `${promise}: equal but for the order of fields`
      : `${promise}: ${found.path} was ${found.before} and is ${found.after}`,
  )
}
