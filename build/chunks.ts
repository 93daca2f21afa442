/**
 * Defines the files of the program. The bundler makes a file for each set of entries that share a module: 74 files for
 * Build, and no fewer bytes. Here, code that Portfolio or Orders shares with another screen is part of the program.
 * The charts, shared by Build, Markets and Journal, are one file. Code that a screen shares with a later part is one
 * file too.
 */

interface ModuleOfBuild {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

interface BuildContext {
  getModuleInfo(id: string): ModuleOfBuild | null
}

const programEntry = '/src/app/entry/main.tsx'
const gridEntry = '/src/app/ui/grid/grid-view.tsx'
const startEntry = '/src/app/entry/start.ts'
const screenEntry = /\/src\/app\/features\/([a-z]+)\/\1-page\.tsx$/

/**
 * React makes errors when it is evaluated. With developer tools attached their stacks are recorded, for which the whole
 * file is parsed again: 0.1 s (bench `start`, 1×) while it was one file with the program.
 */
const libraryOfView = /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/app\/entry\/create-root\.ts$/

/** Together these take fewer bytes than as separate files: order sizing for a ticket, and other solvers on demand. */
const sizing =
  /\/src\/(?:core\/pricing\/solve\/size-from-risk|core\/pricing\/portfolio\/stress|app\/model\/account\/use-sizing)\.ts$/
const solver = /\/src\/core\/pricing\/(?:solve|hedge)\/(?!size-from-risk)/

/** All modules imported by these, themselves included; with `alsoLater` also dynamic imports. */
export function closureOf(entries: readonly string[], context: BuildContext, alsoLater = false): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    waiting.push(...importedIds, ...(alsoLater ? dynamicallyImportedIds : []))
  }
  return found
}

function readParts(root: string, context: BuildContext) {
  const of = (path: string): ReadonlySet<string> => closureOf([`${root}${path}`], context)
  const all = [...closureOf([`${root}${startEntry}`], context, true)]
  const asked = all.flatMap(id => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  return {
    start: of(startEntry),
    program: of(programEntry),
    grid: of(gridEntry),
    screens: all
      .filter(id => screenEntry.test(id))
      .map(id => ({ initial: screenEntry.exec(id)?.[1]?.[0] ?? '', ids: closureOf([id], context) })),
    later: closureOf(
      asked.filter(id => !screenEntry.test(id) && !id.endsWith(programEntry)),
      context,
    ),
  }
}

export function chunkNames(root: string) {
  let parts: ReturnType<typeof readParts> | undefined
  return (id: string, context: BuildContext): string | null => {
    if (libraryOfView.test(id)) return 'react'
    parts ??= readParts(root, context)
    const { start, program, grid, screens, later } = parts
    if (screenEntry.test(id) || id.endsWith(startEntry)) return null
    if (start.has(id)) return 'start'
    const users = screens.filter(screen => screen.ids.has(id)).map(screen => screen.initial)
    // What the grid library's part needs comes with every screen that has a table.
    const letters = users.toSorted().join('')
    const isShared = letters.length > 1
    const isOfCharts = isShared && /^[bjm]+$/.test(letters)
    const isOfProgram = program.has(id) || (isShared && /[op]/.test(letters)) || (letters.length > 2 && !isOfCharts)
    if (isOfProgram || (users.length > 0 && grid.has(id))) return 'program'
    if (users.length === 0 && solver.test(id)) return 'solve'
    if (users.length === 0 && sizing.test(id)) return 'sizing'
    if (isOfCharts) return 'charts'
    return isShared || (users.length === 1 && later.has(id)) ? `shared-${letters}` : null
  }
}
