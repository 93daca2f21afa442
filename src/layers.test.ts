// @vitest-environment node
/**
 * Enforces the rooms and the layer table: allowed imports, allowed packages, and rules that no lint rule covers.
 * Parses every file under `src`; static, type, dynamic and re-exported imports count alike. An unknown folder fails.
 * Planted violations then test the reader itself.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

/** The folders of `src` with the layers in them; a room without layers is a layer itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  core: ['domain', 'pricing', 'contract', 'client', 'history', 'account'],
  exchange: ['sandbox', 'practice', 'journal'],
  app: ['links', 'api', 'model', 'ui', 'features', 'entry'],
  recorder: [],
  server: [],
  testing: [],
}
/** Rooms that a room imports besides itself; tests may import more. */
const importsOfRooms: Readonly<Record<string, readonly string[]>> = {
  core: [],
  exchange: ['core'],
  app: ['core', 'exchange'],
  recorder: ['core'],
  server: ['core', 'exchange', 'recorder'],
}

/** Allowed imports by layer; a feature may also import itself, and only `entry` imports all. */
const layers: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  pricing: ['domain', 'pricing'],
  contract: ['domain', 'contract'],
  client: ['domain', 'contract', 'client'],
  history: ['domain', 'pricing', 'contract', 'history'],
  account: ['domain', 'pricing', 'history', 'account'],
  links: ['domain', 'links'],
  sandbox: ['domain', 'pricing', 'contract', 'sandbox'],
  api: ['domain', 'contract', 'client', 'history', 'api'],
  model: ['domain', 'pricing', 'history', 'account', 'api', 'model'],
  ui: ['domain', 'ui'],
  features: ['domain', 'pricing', 'history', 'account', 'links', 'api', 'model', 'ui'],
  // The in-browser exchange, for a static host.
  practice: ['domain', 'contract', 'sandbox', 'practice'],
  // The exchange on disk.
  journal: ['domain', 'sandbox', 'journal'],
  entry: ['domain', 'links', 'api', 'model', 'ui', 'features', 'practice', 'entry'],
  // Follows accounts without a page, using the same recording code; it does not import the browser parts of `api`.
  recorder: ['domain', 'pricing', 'contract', 'client', 'history', 'account', 'recorder'],
  server: ['domain', 'contract', 'client', 'sandbox', 'journal', 'recorder', 'server'],
  // Never shipped: imported only by tests, e2e and bench.
  testing: [
    'domain',
    'pricing',
    'contract',
    'client',
    'history',
    'account',
    'links',
    'sandbox',
    'api',
    'model',
    'ui',
    'features',
    'practice',
    'journal',
    'entry',
    'recorder',
    'server',
    'testing',
  ],
}
/** Tests run against the real exchange, so they may also import it and its wire. */
const testsMayAlsoImport = ['pricing', 'contract', 'client', 'account', 'sandbox', 'testing']

const coreLayers = [...(rooms['core'] ?? []), 'sandbox']

/** Packages restricted to some places; others may be used anywhere except in the core. */
const homesOfPackages: readonly { readonly packages: RegExp; readonly homes: RegExp }[] = [
  { packages: /^ag-grid/, homes: /^ui\/grid\// },
  { packages: /^(?:d3-|uplot)/, homes: /^ui\// },
  { packages: /^@base-ui\//, homes: /^ui\// },
  { packages: /^zod(?:\/|$)/, homes: /^domain\/zod\.ts$/ },
  { packages: /^big\.js$/, homes: /^domain\/decimal(?:-fast)?\.ts$/ },
  { packages: /^idb$/, homes: /^(?:api|practice)\// },
  { packages: /^@tanstack\/react-query/, homes: /^(?:api|entry)\// },
  { packages: /^(?:ws|@hono\/node-server)(?:\/|$)/, homes: /^server\// },
  { packages: /^node-sqlite3-wasm/, homes: /^(?:journal|recorder\/store)\// },
  { packages: /^pg$/, homes: /^recorder\/store\// },
  { packages: /^node:/, homes: /^(?:server|recorder|journal)\// },
]
const packagesOfCore: Readonly<Record<string, RegExp>> = {
  domain: /^(?:big\.js|zod\/mini)$/,
  pricing: /^$/,
  contract: /^$/,
  client: /^$/,
  history: /^$/,
  account: /^$/,
  sandbox: /^(?:hono|jose)(?:\/|$)/,
}

const floatHomes = /^(?:pricing\/|ui\/format\/|domain\/(?:decimal|decimal-fast|csv)\.ts$)/
const wireHomes = /^(?:api|server|practice)\//
const pageFile = /^features\/[^/]+\/[^/]+-page\.tsx$/
const isTest = (path: string): boolean => /^testing\/|\.(?:test|sim|fixture)\.tsx?$|\/sim\//.test(path)

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function* everyNode(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* everyNode(each)
  else if (isNode(value)) {
    yield value
    for (const [key, child] of Object.entries(value))
      if (key !== 'parent' && typeof child === 'object') yield* everyNode(child)
  }
}

/** `core/domain/decimal.ts` is `domain/decimal.ts` by its layer. */
const inLayer = (path: string): string => path.replace(/^(?:core|exchange|app)\//, '')

/** Violations of one file as sentences; `file` is relative to `src`. */
function wrongsOf(file: string, source: string): string[] {
  const path = inLayer(file)
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) return [`${path} cannot be read: ${errors[0]?.message ?? ''}`]
  const nodes = [...everyNode(program)]
  return [...folderWrongs(path), ...nodes.flatMap(node => [...importWrongs(file, node), ...useWrongs(path, node)])].map(
    wrong => `${path} ${wrong}`,
  )
}

function folderWrongs(path: string): string[] {
  const folder = path.split('/')[0] ?? ''
  return path === 'layers.test.ts' || folder in layers ? [] : [`lies in an unknown folder`]
}

/** The imported module of a node; undefined if it imports none, null if the name is computed. */
function importedBy(node: Node): string | null | undefined {
  if (
    !/^(?:ImportDeclaration|ExportAllDeclaration|ExportNamedDeclaration|ImportExpression|TSImportType|TSExternalModuleReference)$/.test(
      node.type,
    )
  ) {
    return undefined
  }
  const source = node['source'] ?? node['argument'] ?? node['expression']
  if (!isNode(source)) return undefined
  const literal = isNode(source['literal']) ? source['literal'] : source
  if (typeof literal['value'] === 'string') return literal['value']
  return node.type === 'ImportExpression' ? null : undefined
}

function importWrongs(file: string, node: Node): string[] {
  const name = importedBy(node)
  if (name === undefined) return []
  if (name === null) return ['imports a module whose name is made at run time']
  return name.startsWith('.') ? fileImportWrongs(file, name) : packageWrongs(inLayer(file), name)
}

function fileImportWrongs(file: string, name: string): string[] {
  const path = inLayer(file)
  const target = inLayer(posix.normalize(posix.join(dirname(file), name)).replace(/\?.*$/, ''))
  const from = path.split('/')
  const to = target.split('/')
  const layer = from[0] ?? ''
  const wrongs: string[] = []
  if (!/\.(?:ts|tsx|css|svg|json|sql)$/.test(target)) wrongs.push(`imports ${name} without its extension`)
  if (path === 'layers.test.ts') return wrongs
  const allowed = [...(layers[layer] ?? []), ...(isTest(path) ? testsMayAlsoImport : [])]
  const isOwnFeature = layer === 'features' && to[0] === 'features' && to[1] === from[1]
  if (isTest(target) && !isTest(path)) wrongs.push(`imports ${target}, which belongs to tests`)
  else if (!allowed.includes(to[0] ?? '') && !isOwnFeature) wrongs.push(`imports ${target}: ${layer} may not`)
  return wrongs
}

function packageWrongs(path: string, name: string): string[] {
  if (isTest(path)) return /^(?:zod|ag-grid)/.test(name) ? [`imports ${name}`] : []
  const layer = path.split('/')[0] ?? ''
  const core = packagesOfCore[layer]
  const astray = homesOfPackages.some(({ packages, homes }) => packages.test(name) && !homes.test(path))
  return astray || (core !== undefined && !core.test(name)) ? [`imports the package ${name}: it may not`] : []
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '')
const memberOf = (node: unknown): string =>
  isNode(node) && node.type === 'MemberExpression' && node['computed'] !== true
    ? `${nameOf(node['object'])}.${nameOf(node['property'])}`
    : ''

function useWrongs(path: string, node: Node): string[] {
  const rules = isTest(path) ? testRules : sourceRules
  return rules.filter(rule => !rule.home.test(path) && rule.breaks(node)).map(rule => rule.wrong)
}

interface UseRule {
  readonly wrong: string
  readonly home: RegExp
  breaks(node: Node): boolean
}
const nowhere = /^$/
/** The core reads time and randomness from injected timers; only this file uses the real ones. */
const outsideCore = new RegExp(`^(?:client/timers\\.ts$|(?!(?:${coreLayers.join('|')})/))`)
const isCallOf = (node: Node, ...names: string[]): boolean =>
  (node.type === 'CallExpression' || node.type === 'NewExpression') &&
  (names.includes(nameOf(node['callee'])) || names.includes(memberOf(node['callee'])))
const isArgumentless = (node: Node): boolean => Array.isArray(node['arguments']) && node['arguments'].length === 0

/** What decides when something happens on the page, and the only files that start a timer, a frame or an observer. */
const clocks: Readonly<Record<string, readonly string[]>> = {
  'one beat for polls, ages and the venue’s time': ['api/browser/heartbeat.ts', 'ui/use-tick.ts', 'client/timers.ts'],
  'code and rows that come after the first screen is usable': [
    'entry/start.ts',
    'ui/after-usable.ts',
    'ui/lazy-component.tsx',
    'ui/router/link.tsx',
    'api/browser/pause.ts',
    'features/markets/use-instrument-rows.ts',
    'features/portfolio/trades/use-trade-rows.ts',
  ],
  'one notice for many changes in a task': ['api/polling/query-client.ts', 'ui/grid/grid-view.tsx'],
  'the next frame, for what needs a layout or a new element': [
    'features/builder/chain/chain-grid.tsx',
    'features/builder/chain/expiry-tabs.tsx',
    'features/builder/chain/use-chain-focus.ts',
    'features/builder/ticket/use-wire-fold.ts',
  ],
  'the size of an element': [
    'entry/before-paint.ts',
    'ui/charts/use-size.ts',
    'ui/grid/use-table-box.ts',
    'ui/panel/panel.tsx',
    'features/builder/chain/chain-panel.tsx',
    'features/builder/chain/use-row-window.ts',
  ],
  'where the focus goes when its element leaves': [
    'entry/keep-focus.ts',
    'entry/shell/hold-focus.ts',
    'ui/commands/search-dialog.tsx',
  ],
  'a pause in typing, dragging or ticking': [
    'features/builder/draft/use-draft.ts',
    'features/builder/start/use-recents.ts',
    'features/journal/filter-bar.tsx',
    'features/portfolio/rows/use-picking.ts',
    'ui/charts/use-following.ts',
    'ui/typeahead/hold-keys.ts',
  ],
  'the arming of an order': ['ui/arming/use-arming.ts'],
  'how long something is shown or waited for': [
    'api/venue/session-sharing.ts',
    'features/alerts/answer-keeper.tsx',
    'entry/shell/connection-news.tsx',
    'features/builder/structure/use-key-flash.ts',
    'features/replay/replay-bar.tsx',
    'features/settings/control-section.tsx',
    'features/ticket/outcome-card.tsx',
    'features/tour/tour-strip.tsx',
    'ui/controls/copy-button.tsx',
    'ui/controls/toasts.ts',
    'ui/controls/tooltip.tsx',
    'ui/grid/flash.ts',
    'ui/save-file.ts',
  ],
}
const clockFiles = Object.values(clocks).flat()
/** Servers, recorder and exchange have timers of their own; what runs on the page has those above. */
const outsidePage = new RegExp(
  `^(?:(?:server|recorder|journal|practice|testing)/|(?:${clockFiles.map(file => file.replaceAll('.', '\\.')).join('|')})$)`,
)

const sourceRules: readonly UseRule[] = [
  {
    wrong: 'reads the clock: it is injected',
    home: outsideCore,
    breaks: node =>
      ['Date.now', 'performance.now'].includes(memberOf(node)) ||
      (node.type === 'NewExpression' && nameOf(node['callee']) === 'Date' && isArgumentless(node)) ||
      (node.type === 'CallExpression' && nameOf(node['callee']) === 'Date'),
  },
  {
    wrong: 'draws random numbers: they are injected',
    home: outsideCore,
    breaks: node => ['Math.random', 'crypto.getRandomValues', 'crypto.randomUUID'].includes(memberOf(node)),
  },
  {
    wrong: 'turns text into a float',
    home: floatHomes,
    breaks: node =>
      isCallOf(node, 'Number', 'parseFloat', 'Number.parseFloat') ||
      (node.type === 'UnaryExpression' && node['operator'] === '+'),
  },
  {
    wrong: 'rounds a float to text',
    home: floatHomes,
    breaks: node =>
      node.type === 'MemberExpression' &&
      ['toFixed', 'toPrecision', 'toExponential'].includes(nameOf(node['property'])),
  },
  {
    wrong: 'starts a timer, a frame or an observer: see the table of clocks',
    home: outsidePage,
    breaks: node =>
      isCallOf(
        node,
        'setTimeout',
        'setInterval',
        'requestAnimationFrame',
        'requestIdleCallback',
        'queueMicrotask',
        'scheduler.yield',
        'MutationObserver',
        'ResizeObserver',
        'IntersectionObserver',
      ),
  },
  { wrong: 'coerces in a schema', home: nowhere, breaks: node => memberOf(node) === 'z.coerce' },
  {
    wrong: 'speaks to the network: that is for api and server',
    home: wireHomes,
    breaks: node =>
      isCallOf(node, 'fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource') ||
      /^(?:window|globalThis|self)\.(?:fetch|WebSocket|XMLHttpRequest|EventSource)$/.test(memberOf(node)) ||
      memberOf(node) === 'navigator.sendBeacon',
  },
  { wrong: 'has a default export', home: pageFile, breaks: node => node.type === 'ExportDefaultDeclaration' },
  {
    wrong: 'writes markup from text',
    home: nowhere,
    breaks: node =>
      (node.type === 'MemberExpression' &&
        ['innerHTML', 'outerHTML', 'insertAdjacentHTML'].includes(nameOf(node['property']))) ||
      isCallOf(node, 'eval', 'Function'),
  },
  { wrong: 'declares an enum', home: nowhere, breaks: node => node.type === 'TSEnumDeclaration' },
]

const testRules: readonly UseRule[] = [
  {
    wrong: 'mocks a module',
    home: nowhere,
    breaks: node => ['vi.mock', 'vi.doMock', 'vi.hoisted'].includes(memberOf(node)),
  },
  {
    wrong: 'keeps a snapshot',
    home: nowhere,
    breaks: node =>
      node.type === 'MemberExpression' && /^toMatch(?:Inline|File)?Snapshot$/.test(nameOf(node['property'])),
  },
  {
    wrong: 'skips or singles out a test',
    home: nowhere,
    breaks: node => /^(?:test|it|describe)\.(?:skip|only|todo|skipIf|runIf|fails)$/.test(memberOf(node)),
  },
]

const root = dirname(fileURLToPath(import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => /\.tsx?$/.test(path))
  .toSorted()

describe('the source keeps to the layer table', () => {
  test('every file imports, and does, only what its layer may', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap(path => wrongsOf(path, readFileSync(resolve(root, path), 'utf8')))).toEqual([])
  })
  test('every layer of the table is there, in its room', () => {
    const folders = sources.filter(path => path.includes('/')).map(path => path.split('/').slice(0, -1))
    const found = folders.map(([room = '', layer = '']) => (rooms[room]?.length === 0 ? room : `${room}/${layer}`))
    const stated = Object.entries(rooms).flatMap(([room, inside]) =>
      inside.length === 0 ? [room] : inside.map(layer => `${room}/${layer}`),
    )
    expect([...new Set(found)].toSorted()).toEqual(stated.toSorted())
    expect(stated.map(inLayer).toSorted()).toEqual(Object.keys(layers).toSorted())
  })
  test('every file of the table of clocks has one', () => {
    const starts = /\b(?:set(?:Timeout|Interval)|requestAnimationFrame|queueMicrotask|scheduler|\w+Observer)\b/
    const files = new Map(sources.map(path => [inLayer(path), path]))
    expect(clockFiles.filter(file => !starts.test(readFileSync(resolve(root, files.get(file) ?? ''), 'utf8')))).toEqual(
      [],
    )
  })
  test('a room imports only the rooms that the table of rooms names', () => {
    const arrows = new Set(
      [...importsOfSources].flatMap(([path, imported]) =>
        filesOf(imported).map(to => `${path.split('/')[0] ?? ''} → ${to.split('/')[0] ?? ''}`),
      ),
    )
    const stated = Object.entries(importsOfRooms).flatMap(([room, others]) =>
      [room, ...others].map(to => `${room} → ${to}`),
    )
    expect([...arrows].toSorted()).toEqual(stated.toSorted())
  })
})

interface Imported {
  readonly file: string
  readonly isLazy: boolean
}

function importsOf(path: string, source: string): readonly Imported[] {
  return [...everyNode(parseSync(path, source).program)].flatMap(node => {
    const name = importedBy(node)
    if (typeof name !== 'string' || !name.startsWith('.')) return []
    return [{ file: posix.normalize(posix.join(dirname(path), name)), isLazy: node.type === 'ImportExpression' }]
  })
}
const filesOf = (imported: readonly Imported[]): readonly string[] => imported.map(({ file }) => file)
const filesAtStart = (imported: readonly Imported[]): readonly string[] =>
  filesOf(imported.filter(({ isLazy }) => !isLazy))

const importsOfSources: ReadonlyMap<string, readonly Imported[]> = new Map(
  sources
    .filter(path => !isTest(path))
    .map(path => [path, importsOf(path, readFileSync(resolve(root, path), 'utf8'))] as const),
)

/** One cycle per group of cyclic imports. */
function circlesOf(files: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const walk = (path: string): void => {
    const at = way.indexOf(path)
    if (at >= 0) circles.push([...way.slice(at), path].join(' > '))
    if (at >= 0 || done.has(path)) return
    way.push(path)
    for (const next of files.get(path) ?? []) if (files.has(next)) walk(next)
    way.pop()
    done.add(path)
  }
  for (const path of files.keys()) walk(path)
  return circles
}

describe('no file imports itself', () => {
  test('by way of others, not even for a type', () => {
    const files = [...importsOfSources].map(([path, imported]) => [path, filesAtStart(imported)] as const)
    expect(circlesOf(new Map(files))).toEqual([])
  })
  test('and a circle of types is seen', () => {
    const planted = {
      'a/x.ts': `import type { Y } from './y.ts'`,
      'a/y.ts': `export type { Z } from './z.ts'`,
      'a/z.ts': `type X = import('./x.ts').X`,
    }
    const files = Object.entries(planted).map(
      ([path, source]) => [path, filesAtStart(importsOf(path, source))] as const,
    )
    expect(circlesOf(new Map(files))).toEqual(['a/x.ts > a/y.ts > a/z.ts > a/x.ts'])
    expect(filesAtStart(importsOf('a/x.ts', `const y = () => import('./y.ts')`))).toEqual([])
  })
})

/** The part of a file: a subfolder of its feature or layer. Files outside every part get the folder's own name. */
function partOf(path: string): { readonly folder: string; readonly part: string } {
  const parts = inLayer(path).split('/')
  const deep = parts[0] === 'features' ? 2 : 1
  return {
    folder: parts.slice(0, deep).join('/'),
    part: parts.slice(0, Math.min(deep + 1, parts.length - 1)).join('/'),
  }
}

function partsOf(files: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>()
  for (const [path, imports] of files) {
    const from = partOf(path)
    const near = imports
      .filter(to => /\.tsx?$/.test(to))
      .map(partOf)
      .filter(to => to.folder === from.folder && to.part !== from.part)
    parts.set(from.part, [...(parts.get(from.part) ?? []), ...near.map(to => to.part)])
  }
  return parts
}

describe('parts of a folder import one another one way', () => {
  const imports = (path: string, source: string) => [path, filesOf(importsOf(path, source))] as const
  test('with no way back, the folder’s own files and lazy imports included', () => {
    const files = [...importsOfSources].map(([path, imported]) => [path, filesOf(imported)] as const)
    const parts = partsOf(new Map(files))
    expect([...parts.keys()]).toEqual(
      expect.arrayContaining(['features/builder/rfq', 'recorder/store', 'ui/controls', 'domain/package']),
    )
    expect(circlesOf(parts)).toEqual([])
  })
  test('and a way back is seen', () => {
    const files = [
      imports('features/builder/builder.tsx', `import './rfq/a.ts'`),
      imports('features/builder/rfq/a.ts', `const x = () => import('../builder.tsx')`),
      imports('features/builder/draft/b.ts', `import '../../../domain/x.ts'`),
    ]
    expect(circlesOf(partsOf(new Map(files)))).toEqual(['features/builder > features/builder/rfq > features/builder'])
  })
})

describe('the reader catches', () => {
  test.each([
    ['domain/a.ts', `import { x } from '../ui/x.ts'`, 'imports ui/x.ts: domain may not'],
    ['ui/a.ts', `import type { X } from '../contract/x.ts'`, 'imports contract/x.ts: ui may not'],
    ['ui/a.ts', `type X = import('../api/x.ts').X`, 'imports api/x.ts: ui may not'],
    ['api/a.ts', `const x = import('../sandbox/x.ts')`, 'imports sandbox/x.ts: api may not'],
    ['api/a.ts', `export { x } from '../ui/x.ts'`, 'imports ui/x.ts: api may not'],
    ['pricing/a.ts', `export * from '../api/x.ts'`, 'imports api/x.ts: pricing may not'],
    ['domain/a.ts', `import '../entry/x.ts'`, 'imports entry/x.ts: domain may not'],
    ['features/builder/a.tsx', `import { x } from '../orders/x.ts'`, 'imports features/orders/x.ts: features may not'],
    ['features/builder/a.ts', `import '../../contract/x.ts'`, 'imports contract/x.ts: features may not'],
    ['entry/a.ts', `import '../contract/x.ts'`, 'imports contract/x.ts: entry may not'],
    ['server/a.ts', `import '../features/builder/x.ts'`, 'imports features/builder/x.ts: server may not'],
    ['api/a.ts', `import './x.fixture.ts'`, 'imports api/x.fixture.ts, which belongs to tests'],
    ['links/a.ts', `import '../features/orders/x.ts'`, 'imports features/orders/x.ts: links may not'],
    ['model/a.ts', `import '../contract/x.ts'`, 'imports contract/x.ts: model may not'],
    ['model/a.ts', `import '../ui/x.ts'`, 'imports ui/x.ts: model may not'],
    ['api/a.ts', `import '../model/x.ts'`, 'imports model/x.ts: api may not'],
    ['entry/a.ts', `import '../testing/test-venue.ts'`, 'imports testing/test-venue.ts, which belongs to tests'],
    ['domain/a.test.ts', `import '../ui/x.ts'`, 'imports ui/x.ts: domain may not'],
    ['utils/a.ts', 'export const a = 1', 'lies in an unknown folder'],
    ['entry/a.ts', 'const x = (name: string) => import(name)', 'imports a module whose name is made at run time'],
    ['domain/a.ts', `import { x } from './x'`, 'imports ./x without its extension'],
    ['ui/panel/a.tsx', `import { x } from 'ag-grid-community'`, 'imports the package ag-grid-community: it may not'],
    ['features/a/a.test.tsx', `import { x } from 'ag-grid-community'`, 'imports ag-grid-community'],
    ['features/builder/a.tsx', `import { x } from 'd3-shape'`, 'imports the package d3-shape: it may not'],
    ['contract/a.ts', `import { z } from 'zod'`, 'imports the package zod: it may not'],
    ['domain/a.ts', `import { useState } from 'react'`, 'imports the package react: it may not'],
    ['api/a.ts', `import { readFileSync } from 'node:fs'`, 'imports the package node:fs: it may not'],
    ['sandbox/a.ts', 'const at = new Date()', 'reads the clock: it is injected'],
    ['domain/a.ts', 'const at = Date.now()', 'reads the clock: it is injected'],
    ['pricing/a.ts', 'const x = Math.random()', 'draws random numbers: they are injected'],
    ['features/builder/a.ts', 'const x = Number(price)', 'turns text into a float'],
    ['api/a.ts', 'const x = +price', 'turns text into a float'],
    ['ui/grid/a.ts', 'const x = Number.parseFloat(price)', 'turns text into a float'],
    ['features/builder/a.ts', 'const x = price.toFixed(2)', 'rounds a float to text'],
    [
      'features/builder/a.ts',
      'setTimeout(draw, 80)',
      'starts a timer, a frame or an observer: see the table of clocks',
    ],
    ['contract/a.ts', 'const x = z.coerce.number()', 'coerces in a schema'],
    ['features/builder/a.ts', `const x = fetch('/v1')`, 'speaks to the network: that is for api and server'],
    ['ui/a.ts', `const x = window.fetch('/v1')`, 'speaks to the network: that is for api and server'],
    ['entry/a.ts', `const x = new WebSocket('/v1')`, 'speaks to the network: that is for api and server'],
    ['ui/a.ts', 'export default 1', 'has a default export'],
    ['ui/a.ts', 'element.innerHTML = text', 'writes markup from text'],
    ['domain/a.ts', 'enum A { B }', 'declares an enum'],
    ['api/a.test.ts', `vi.mock('./x.ts')`, 'mocks a module'],
    ['api/a.test.ts', 'expect(x).toMatchInlineSnapshot()', 'keeps a snapshot'],
    ['api/a.test.ts', `test.skip('x', () => {})`, 'skips or singles out a test'],
  ])('%s: %s', (path, source, wrong) => expect(wrongsOf(path, source)).toEqual([`${path} ${wrong}`]))
  test.each([
    ['its own feature', 'features/builder/a.tsx', `import { x } from './x.ts'`],
    ['the kit', 'features/builder/a.tsx', `import { x } from '../../ui/x.tsx'`],
    [
      'text and comments that look like wrongs',
      'domain/a.ts',
      `// fetch('x') new Date()\nexport const a = "import '../ui/x.ts'; Math.random()"`,
    ],
    ['a test against the real exchange', 'api/a.test.ts', `import { x } from '../sandbox/x.ts'`],
    ['a test with a helper of tests', 'domain/a.test.ts', `import { x } from '../testing/x.fixture.ts'`],
    ['a helper of tests, which may know all', 'testing/a.ts', `import { x } from '../server/x.ts'`],
    ['a lazy page', 'features/builder/builder-page.tsx', 'export default function Build() { return null }'],
  ])('but not %s', (_, path, source) => expect(wrongsOf(path, source)).toEqual([]))
})
