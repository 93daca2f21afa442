/**
 * Builds what each page contains besides scripts: the screen's static frame, the script before the first paint, and the
 * list of files for the first render, so that the browser fetches them all in parallel. The server inserts them from
 * `page.json`.
 */
import { build, createServer, type Plugin } from 'vite'
import type { PageFile, ScreenFiles } from '../src/server/http/static.ts'
import { closureOf } from './chunks.ts'
import { stylesOfMarkup } from './frame-styles.ts'

interface BuiltChunk {
  readonly type: 'chunk'
  code: string
  readonly fileName: string
  readonly facadeModuleId: string | null
  readonly isEntry: boolean
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

/** A screen's address is its feature's name, except the builder at /build. */
const screenOf = (chunk: BuiltChunk): string | undefined => {
  const feature = /\/features\/([a-z]+)\/\1-page\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1]
  return feature === 'builder' ? 'build' : feature
}

const [tables, gridLibrary] = ['/src/app/ui/grid/data-grid.tsx', '/src/app/ui/grid/grid-view.tsx']

function filesOf(names: ReadonlySet<string>): Pick<ScreenFiles, 'styles' | 'scripts'> {
  const isStyle = (name: string): boolean => name.endsWith('.css')
  return { styles: [...names].filter(isStyle), scripts: [...names].filter(name => !isStyle(name)) }
}

export function pageFrames(): Plugin {
  return {
    name: 'legwork-page-frames',
    apply: 'build',
    generateBundle: {
      // The build's own plugins write the style sheets.
      order: 'post',
      async handler(_options, bundle) {
        if (this.environment.name !== 'client') return
        const files = Object.values(bundle)
        const chunks = files.filter(file => file.type === 'chunk') as unknown as readonly BuiltChunk[]
        const main = chunks.find(chunk => chunk.facadeModuleId?.endsWith('/src/app/entry/main.tsx') === true)
        // A floor page of the bench has no screens.
        if (main === undefined) return
        const font = files.map(file => file.fileName).find(name => /inter-latin-wght-normal.*\.woff2$/.test(name)) ?? ''
        const frames = await renderedFrames()
        const closure = closureOver(chunks)
        const library = chunks.find(chunk => chunk.facadeModuleId?.endsWith(gridLibrary) === true)
        if (library === undefined) throw new Error(`The build has no chunk of ${gridLibrary}.`)
        const hasTable = (page: string): boolean => [...closureOf([page], this)].some(id => id.endsWith(tables))
        const screens = chunks.flatMap(chunk => {
          const screen = screenOf(chunk)
          if (screen === undefined) return []
          const names = closure(chunk.fileName, closure(main.fileName))
          const missing = (file: string): ReadonlySet<string> =>
            new Set([...closure(file)].filter(name => !names.has(name)))
          const entry: ScreenFiles = {
            frame: frames[screen] ?? '',
            ...filesOf(names),
            grid: hasTable(chunk.facadeModuleId ?? '') ? filesOf(missing(library.fileName)).scripts : [],
          }
          return [[screen, entry] as const]
        })
        const sheetOf = (name: string): string => {
          const file = bundle[name]
          return file?.type === 'asset' ? String(file.source).trim() : ''
        }
        for (const [screen, { styles: own }] of screens) {
          // Component rules override the page's by coming later. The bundler orders files by their paths: `app/entry`
          // must sort before `app/features`.
          if (!sheetOf(own[0] ?? '').startsWith('@font-face'))
            throw new Error(`The sheet of ${screen} does not begin with what all build on.`)
        }
        const styles = screens.flatMap(([, { styles: own }]) => own)
        const page: PageFile = {
          screens: Object.fromEntries(screens),
          beforePaint: await inlineScript('src/app/entry/before-paint.ts'),
          frameStyles: [...new Set(styles)]
            .map(name => stylesOfMarkup(sheetOf(name), Object.values(frames).join('')))
            .join(''),
          font,
        }
        this.emitFile({ type: 'asset', fileName: 'page.json', source: JSON.stringify(page) })
      },
    },
  }
}

function closureOver(chunks: readonly BuiltChunk[]) {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const add = (name: string, into: Set<string> = new Set()): Set<string> => {
    const chunk = byName.get(name)
    if (chunk === undefined || into.has(name)) return into
    into.add(name)
    for (const imported of chunk.imports) add(imported, into)
    for (const style of chunk.viteMetadata?.importedCss ?? []) into.add(style)
    return into
  }
  return add
}

export async function inlineScript(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error(`${input} was not built.`)
  return chunk.code.trim()
}

async function renderedFrames(): Promise<Readonly<Record<string, string>>> {
  const server = await createServer({
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const module = await server.ssrLoadModule('/src/app/entry/waiting/prerender.tsx')
    return (module as typeof import('../src/app/entry/waiting/prerender.tsx')).prerenderFrames()
  } finally {
    await server.close()
  }
}
