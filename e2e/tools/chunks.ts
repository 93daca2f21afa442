/**
 * Which files the program is cut into. What every screen needs before it shows anything is one file, what several screens share is a file for
 * each set of them, and what is asked for later is cut as the build sees fit: few files compress better and are fetched at once.
 */

interface ModuleOfBuild {
  readonly importedIds: readonly string[]
}

/** What so many screens need comes with what all need: a file less to fetch, and it compresses better. */
const common = 3

interface BuildContext {
  getModuleInfo(id: string): ModuleOfBuild | null
}

const programEntry = '/src/app/main.tsx'
const startEntry = '/src/app/start.ts'
const screenEntry = /\/src\/features\/([a-z]+)\/\1-page\.tsx$/

/** All that a module imports, itself included; not what it imports when it is asked to. */
function closureOf(entry: string, context: BuildContext): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** A naming of chunks for one build of the app; `ids` are all modules of it. */
export function chunkNames(root: string, screens: readonly string[]) {
  let known:
    | { readonly start: ReadonlySet<string>; readonly program: ReadonlySet<string>; readonly screens: readonly Closure[] }
    | undefined
  const read = (context: BuildContext) => ({
    start: closureOf(`${root}${startEntry}`, context),
    program: closureOf(`${root}${programEntry}`, context),
    screens: screens.map(name => ({ name, ids: closureOf(`${root}/src/features/${name}/${name}-page.tsx`, context) })),
  })
  return (id: string, context: BuildContext): string | null => {
    known ??= read(context)
    if (known.start.has(id) || id.endsWith(programEntry) || screenEntry.test(id)) return null
    const of = known.screens.filter(screen => screen.ids.has(id)).map(screen => screen.name[0])
    if (known.program.has(id) || of.length >= common) return 'program'
    return of.length < 2 ? null : `shared-${of.join('')}`
  }
}

interface Closure {
  readonly name: string
  readonly ids: ReadonlySet<string>
}
