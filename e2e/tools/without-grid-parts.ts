/**
 * Leaves out of the page the parts of the grid library that its core brings along and no table here uses: heads of groups of columns, types guessed
 * from values, its own words over empty tables, expressions as text, its default look, and what fields and menus of filters look like.
 * What is left out is optional to the library itself: it asks whether such a part is there wherever it uses one, and makes the head of a group where
 * a column names its group alone, which none here does.
 */
import type { Plugin } from 'vite'

const library = /\/ag-grid-community\/dist\/package\/main\.esm\.mjs$/
const component = /\/ag-grid-react\/dist\/package\/index\.esm\.mjs$/

const parts = ['DataTypeModule', 'ColumnGroupHeaderCompModule', 'OverlayModule', 'ExpressionModule'] as const

/** Of sorting, and of the picture of a column that is being moved. */
const icons = ['asc', 'desc', 'none', 'eye-slash', 'pin', 'left', 'right', 'arrows', 'not-allowed', 'small-left', 'small-right']

const where = 'see e2e/tools/without-grid-parts.ts.'

/** The one place that the pattern finds, replaced; a version that has none, or more, is refused. */
function replaced(code: string, pattern: RegExp, text: (found: string) => string): string {
  const found = code.match(new RegExp(pattern, `g${pattern.flags}`)) ?? []
  if (found.length !== 1) throw new Error(`The grid library is written otherwise in this version (${pattern.source}): ${where}`)
  return code.replace(pattern, text)
}

function withoutModules(list: string): string {
  const [head = '', names = '', tail = ''] = /^([^[]*\[)([^\]]*)(\])$/.exec(list)?.slice(1) ?? []
  const all = names.split(',').map(name => name.trim())
  for (const part of parts) if (!all.includes(part)) throw new Error(`The core of the grid library brings no ${part} along: ${where}`)
  return `${head}${all.filter(name => !(parts as readonly string[]).includes(name)).join(', ')}${tail}`
}

/** Entries of an object of icons, one a line, but for those that are used. */
const usedIcons = (object: string): string =>
  object
    .split('\n')
    .filter(line => {
      const name = /^ {2}"?([\w-]+)"?: /.exec(line)?.[1]
      return name === undefined || icons.includes(name)
    })
    .join('\n')

/** The library gives classes of its base second names, by which they stay even where no class is made of them. */
function withoutSecondNames(code: string): string {
  const names = new Map([...code.matchAll(/^var (__agSuperclass_\w+) = (\w+);$/gm)].map(([, second = '', name = '']) => [second, name]))
  if (names.size === 0) throw new Error(`The grid library names its base classes otherwise in this version: ${where}`)
  return code.replace(/^var __agSuperclass_\w+ = \w+;$/gm, '').replace(/\b__agSuperclass_\w+\b/g, second => names.get(second) ?? second)
}

export function withoutParts(code: string): string {
  const core = replaced(code, /^var CommunityCoreModule = \{[^]*?dependsOn: \[[^\]]*\]/m, found =>
    found.replace(/dependsOn: \[[^\]]*\]$/, withoutModules),
  )
  const unthemed = replaced(
    core,
    /getDefaultTheme\(\) \{\s*return themeQuartz;\s*\}/,
    () => `getDefaultTheme() { throw new Error('The grid was given no theme.') }`,
  )
  const fragments = replaced(unthemed, /^var iconNameToSvgFragment = \{[^]*?^\};/m, usedIcons)
  const drawn = replaced(fragments, /^var iconNameToFullSvg = \{[^]*?^\};/m, usedIcons)
  const unfiltered = replaced(drawn, /css: \[column_filters_default\]/, () => 'css: []')
  const ungrouped = replaced(unfiltered, /dynamicBeans: \{ headerGroupCellCtrl: HeaderGroupCellCtrl \},/, () => '')
  return withoutSecondNames(ungrouped)
}

/** Its component for React asks what a filter that a reader sets in a column is made of, and brings the base of all of them along by that. */
export const withoutFilters = (code: string): string =>
  replaced(code, /instance instanceof ProvidedFilter \? instance\.setModel\(model, true\) : /, () => '')

export function withoutGridParts(): Plugin {
  return {
    name: 'legwork-without-grid-parts',
    apply: 'build',
    transform: {
      filter: { id: [library, component] },
      handler: (code, id) => ({ code: library.test(id) ? withoutParts(code) : withoutFilters(code), map: null }),
    },
  }
}
