import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { gridModules } from '../../src/ui/grid/grid-options.ts'
import { withoutFilters, withoutParts } from './without-grid-parts.ts'

const require = createRequire(import.meta.url)
const fileOf = (name: string, file: string): string => readFileSync(join(dirname(require.resolve(name)), file), 'utf8')
const library = fileOf('ag-grid-community', 'main.esm.mjs')
const component = fileOf('ag-grid-react', 'index.esm.mjs')

const core = (code: string): string => /^var CommunityCoreModule = \{[^]*?\n\};/m.exec(code)?.[0] ?? ''
const left = ['DataType', 'ColumnGroupHeaderComp', 'Overlay', 'Expression']

describe('the grid library without what no table here uses', () => {
  it('is the same program otherwise: every line that is not named stays', () => {
    const code = withoutParts(library)
    for (const text of [code, withoutFilters(component)]) expect(parseSync('module.mjs', text).errors).toEqual([])
    expect(library.length - code.length).toBeLessThan(40_000)
    const kept = core(library).replaceAll(new RegExp(`^ +(?:${left.join('|')})Module,?\\n`, 'gm'), '')
    expect(core(code).replaceAll(/\s/g, '')).toBe(kept.replaceAll(/\s/g, ''))
  })

  it('leaves out nothing that a table here registers, nor what that brings along', () => {
    const brought = (modules: typeof gridModules): string[] =>
      modules.flatMap(({ moduleName, dependsOn = [] }) => (moduleName === 'CommunityCore' ? [] : [moduleName, ...brought([...dependsOn])]))
    expect(brought(gridModules).filter(name => left.includes(name))).toEqual([])
  })

  it('keeps the pictures of sorting and of a column that is being moved, and none of menus', () => {
    const icons = [...withoutParts(library).matchAll(/^var iconNameTo\w+ = \{([^]*?)^\};/gm)].flatMap(([, lines = '']) =>
      [...lines.matchAll(/^ {2}"?([\w-]+)"?: /gm)].map(match => match[1]),
    )
    const used = ['arrows', 'asc', 'desc', 'eye-slash', 'left', 'none', 'not-allowed', 'pin', 'right', 'small-left', 'small-right']
    expect(new Set(icons)).toEqual(new Set(used))
    expect(icons).toHaveLength(used.length)
  })

  it('refuses a version that is written otherwise', () => {
    expect(() => withoutParts('export default 1')).toThrow('otherwise')
    expect(() => withoutParts(library.replace(/^ {4}OverlayModule,$/m, ''))).toThrow('OverlayModule')
    expect(() => withoutFilters('export default 1')).toThrow('otherwise')
  })
})
