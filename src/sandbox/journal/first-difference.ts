/** Where two values of JSON first differ, in the words of whoever has to find out why: a path, and what stands there in each. */

export interface Difference {
  /** "accounts[ann][1].cash[USD][1].amount"; empty where the whole differs. */
  readonly path: string
  /** JSON, cut where it is long; "nothing" where there is nothing. */
  readonly before: string
  readonly after: string
}

/** Undefined where both are equal as JSON. An entry of a list whose first part is a text is called by that. */
export function firstDifference(before: unknown, after: unknown, path = ''): Difference | undefined {
  if (Object.is(before, after)) return undefined
  if (Array.isArray(before) && Array.isArray(after)) return differenceOfLists(before, after, path)
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const found = firstDifference(before[name], after[name], path === '' ? name : `${path}.${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return { path, before: shown(before), after: shown(after) }
}

function differenceOfLists(before: readonly unknown[], after: readonly unknown[], path: string): Difference | undefined {
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [was, is] = [nameOf(before[index]), nameOf(after[index])]
    const place = `${path}[${was !== undefined && was === is ? was : index}]`
    const found = firstDifference(before[index], after[index], place)
    if (found !== undefined) return found
  }
  return undefined
}

const nameOf = (entry: unknown): string | undefined => {
  const first: unknown = Array.isArray(entry) && entry.length > 1 ? entry[0] : undefined
  return typeof first === 'string' ? first : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longest = 400

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
