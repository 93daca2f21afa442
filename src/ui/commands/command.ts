import type { KeyMeaning } from './key-table.ts'

/** Commands as data: toolbar, keyboard, palette and help read the same list. */
export interface Command {
  /** Unique and stable: "build.review". */
  readonly id: string
  /** In words, as the palette and the help show it. */
  readonly name: string
  readonly group?: string | undefined
  /** What its key means; `key-table.ts` says which key that is. */
  readonly keys?: KeyMeaning | undefined
  /** Asked at the press: the key works only then. It says nothing of the palette, where the command is named. */
  readonly keyWhen?: (() => boolean) | undefined
  readonly enabled?: boolean | undefined
  /** The key works while a field has the focus. */
  readonly inForms?: boolean | undefined
  readonly run: () => void
  /** What it does with a query that says more than its name ("size 1%"); undefined where the query is none of its own. */
  readonly reads?: ((query: string) => Pick<Command, 'name' | 'run'> | undefined) | undefined
}

export const isEnabled = (command: Command): boolean => command.enabled !== false

/** Commands whose name or group has every word of the query, best first: names that begin with it, then words that do, then the rest. */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const read = commands.flatMap(command => {
    const own = command.reads?.(query)
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
