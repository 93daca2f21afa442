/**
 * Which files the program is cut into. What every screen needs before it shows anything is one file, what several screens share is a file for
 * each set of them, and what is asked for later is cut as the build sees fit: few files compress better and are fetched at once.
 */

interface ModuleOfBuild {
  readonly code: string | null
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

/** What so many screens need comes with what all need: a file less to fetch, and it compresses better. */
const common = 3
/** Characters of source under which what several share is not worth a file of its own. */
const smallest = 6_000
/** The same of what two screens share, which all others would have to fetch with the program. */
const smallestOfTwo = 2_000

interface BuildContext {
  getModuleInfo(id: string): ModuleOfBuild | null
}

const programEntry = '/src/app/main.tsx'
const gridEntry = '/src/ui/grid/grid-view.tsx'
const startEntry = '/src/app/start.ts'
const screenEntry = /\/src\/features\/([a-z]+)\/\1-page\.tsx$/

/** All that a module imports, itself included; not what it imports when it is asked to. */
export function closureOf(entry: string, context: BuildContext): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** What is asked for later, from anywhere, each with all that it imports. */
function laterClosures(entry: string, isScreen: (id: string) => boolean, context: BuildContext): Parts['later'] {
  const later = new Map<string, ReadonlySet<string>>()
  const seen = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    for (const each of dynamicallyImportedIds) if (!isScreen(each)) later.set(each, closureOf(each, context))
    waiting.push(...importedIds, ...dynamicallyImportedIds)
  }
  return later
}

interface Parts {
  readonly start: ReadonlySet<string>
  readonly program: ReadonlySet<string>
  readonly screens: readonly { readonly name: string; readonly ids: ReadonlySet<string> }[]
  /** What draws tables, behind which the grid library is. */
  readonly grid: ReadonlySet<string>
  /** What is asked for later, by its module. */
  readonly later: ReadonlyMap<string, ReadonlySet<string>>
}

/** The initials of the screens that need a module before they show anything. */
const screensOf = (id: string, { screens }: Parts): string =>
  screens
    .filter(screen => screen.ids.has(id))
    .map(({ name }) => name[0])
    .join('')

/** Who needs a module, of screens and of what is asked for later: those with the same would be one file. */
const needersOf = (id: string, parts: Parts): string => {
  const screens = screensOf(id, parts)
  return screens.length === 1
    ? `${screens} ${[...parts.later.values()].flatMap((ids, at) => (ids.has(id) ? [at] : [])).join(' ')}`.trimEnd()
    : screens
}

/** Of modules that the same need, in characters of source. */
function sizesOf(parts: Parts, context: BuildContext): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const id of new Set(parts.screens.flatMap(({ ids }) => [...ids]))) {
    if (parts.program.has(id)) continue
    const needers = needersOf(id, parts)
    sizes.set(needers, (sizes.get(needers) ?? 0) + (context.getModuleInfo(id)?.code?.length ?? 0))
  }
  return sizes
}

/** A naming of chunks for one build of the app; `ids` are all modules of it. */
export function chunkNames(root: string, screens: readonly string[]) {
  let known: { readonly parts: Parts; readonly sizes: ReadonlyMap<string, number> } | undefined
  const read = (context: BuildContext) => {
    const start = closureOf(`${root}${startEntry}`, context)
    const parts: Parts = {
      start,
      program: closureOf(`${root}${programEntry}`, context),
      screens: screens.map(name => ({ name, ids: closureOf(`${root}/src/features/${name}/${name}-page.tsx`, context) })),
      grid: closureOf(`${root}${gridEntry}`, context),
      later: laterClosures(`${root}${startEntry}`, id => screenEntry.test(id) || id.endsWith(programEntry), context),
    }
    return { parts, sizes: sizesOf(parts, context) }
  }
  return (id: string, context: BuildContext): string | null => {
    known ??= read(context)
    const { parts, sizes } = known
    if (parts.start.has(id) || screenEntry.test(id)) return null
    const of = screensOf(id, parts)
    // What the grid library's part needs comes with every screen that has a table.
    if (parts.program.has(id) || of.length >= common || (of.length > 0 && parts.grid.has(id))) return 'program'
    const needers = needersOf(id, parts)
    const isSmall = (sizes.get(needers) ?? 0) < (of.length === 2 ? smallestOfTwo : smallest)
    if (of.length === 2) return isSmall ? 'program' : `shared-${of}`
    // Of one screen alone it lies with that; what others ask for later too is a file for each of those, but the small ones are one.
    return needers.length > 1 && isSmall ? `parts-${of}` : null
  }
}
