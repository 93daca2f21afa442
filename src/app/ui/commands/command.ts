import type { KeyMeaning } from './key-table.ts'

/** Commands as data, for toolbar, keyboard, palette and help. */
export interface Command {
  /** Unique and stable: "build.review". */
  readonly id: string
  readonly name: string
  readonly group?: string | undefined
  /** Meaning of its key; `key-table.ts` maps it to the key. */
  readonly keys?: KeyMeaning | undefined
  /** Evaluated when the key is pressed: the key works only if true. The palette ignores it. */
  readonly keyWhen?: (() => boolean) | undefined
  readonly enabled?: boolean | undefined
  readonly inForms?: boolean | undefined
  readonly run: () => void
  /** Handles a query with an argument ("size 1%"); undefined if the query is not its own. */
  readonly parse?: ((query: string) => Pick<Command, 'name' | 'run'> | undefined) | undefined
}

export const isEnabled = (command: Command): boolean => command.enabled !== false

export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const read = commands.flatMap(command => {
    const own = command.parse?.(query)
    return own === undefined ? [] : [{ ...command, ...own }]
  })
  const rank = (command: Command): number => {
    const name = command.name.toLowerCase()
    const all = `${name} ${command.group?.toLowerCase() ?? ''}`
    if (!words.every(word => all.includes(word))) return -1
    if (name.startsWith(words[0] ?? '')) return 2
    return words.some(word => all.split(' ').some(part => part.startsWith(word))) ? 1 : 0
  }
  const named = commands
    .map(command => ({ command, rank: rank(command) }))
    .filter(({ rank: each }) => each >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ command }) => command)
  return [...read, ...named.filter(command => !read.some(each => each.id === command.id))]
}
