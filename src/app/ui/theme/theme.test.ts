import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll("'", '"')

interface Rule {
  readonly selectors: readonly string[]
  readonly tokens: Readonly<Record<string, string>>
}

const rules: Rule[] = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selectors: selector.split(',').map(each => each.trim()),
  tokens: Object.fromEntries(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.trim() ?? '']),
  ),
}))

function tokensOf(theme: string, palette: string): Record<string, string> {
  const holds = new Set([`[data-theme="${theme}"]`, `[data-palette="${palette}"]`])
  const weight = (selector: string): number => {
    if (selector === ':root') return 1
    const parts = selector.match(/\[[^\]]+\]/g) ?? []
    return parts.length > 0 && parts.every(part => holds.has(part)) ? parts.length : 0
  }
  const applied = rules
    .map((rule, order) => ({ rule, order, weight: Math.max(...rule.selectors.map(weight)) }))
    .filter(each => each.weight > 0)
  applied.sort((a, b) => a.weight - b.weight || a.order - b.order)
  return Object.assign({}, ...applied.map(({ rule }) => rule.tokens))
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function hue(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
  const [max, range] = [Math.max(r, g, b), Math.max(r, g, b) - Math.min(r, g, b)]
  const sixth = max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range
  return (sixth * 60 + 360) % 360
}

const apart = (a: string, b: string): number => 180 - Math.abs(180 - Math.abs(hue(a) - hue(b)))

const surfaces = ['--surface-0', '--surface-1', '--surface-2', '--surface-3', '--surface-overlay']
const onEverySurface = [
  '--text-1',
  '--text-2',
  '--text-3',
  '--accent-text',
  '--buy',
  '--sell',
  '--gain',
  '--loss',
  '--ok',
  '--warning',
  '--danger',
]
const selected = [
  '--text-1',
  '--text-2',
  '--text-3',
  '--accent-text',
  '--buy',
  '--sell',
  '--gain',
  '--loss',
  '--warning',
  '--danger',
]
const pairs: [string, string][] = [
  ...onEverySurface.flatMap(text => surfaces.map((surface): [string, string] => [text, surface])),
  // Selected and active rows keep their coloured figures.
  ...selected.map((text): [string, string] => [text, '--accent-soft']),
  ...['--text-1', '--text-2', '--text-3', '--buy', '--sell', '--gain', '--loss'].map((text): [string, string] => [
    text,
    '--warning-soft',
  ]),
  ['--on-accent', '--accent'],
  ['--on-buy', '--buy'],
  ['--on-sell', '--sell'],
  ['--on-danger', '--danger'],
  ['--buy', '--buy-soft'],
  ['--sell', '--sell-soft'],
  ['--gain', '--gain-soft'],
  ['--loss', '--loss-soft'],
  ['--ok', '--ok-soft'],
  ['--warning', '--warning-soft'],
  ['--danger', '--danger-soft'],
  ...['--ok-soft', '--warning-soft', '--danger-soft'].map((soft): [string, string] => ['--text-1', soft]),
]

describe.each(['dark', 'light'])('theme %s', theme => {
  describe.each(['default', 'colour-blind', 'red-up'])('palette %s', palette => {
    const tokens = tokensOf(theme, palette)

    test('every text reads on every surface it is used on (WCAG AA, 4.5)', () => {
      const poor = pairs
        .map(([text, back]) => ({
          pair: `${text} on ${back}`,
          ratio: contrast(tokens[text] ?? '', tokens[back] ?? ''),
        }))
        .filter(({ ratio }) => !(ratio >= 4.5))
      expect(poor).toEqual([])
    })

    test('edges of controls and the focus ring stand out (WCAG AA, 3)', () => {
      const poor = ['--control-line', '--focus']
        .flatMap(edge =>
          surfaces.map(surface => ({
            pair: `${edge} on ${surface}`,
            ratio: contrast(tokens[edge] ?? '', tokens[surface] ?? ''),
          })),
        )
        .filter(({ ratio }) => !(ratio >= 3))
      expect(poor).toEqual([])
    })

    test('buy, sell, gain and loss have four hues, each well apart from the others', () => {
      const names = ['--buy', '--sell', '--gain', '--loss']
      const near = names
        .flatMap((one, at) => names.slice(at + 1).map(other => ({ one, other })))
        .map(pair => ({ ...pair, apart: apart(tokens[pair.one] ?? '', tokens[pair.other] ?? '') }))
        .filter(pair => !(pair.apart >= 25))
      expect(near).toEqual([])
    })
  })
})

test('both themes give every colour a value', () => {
  const names = (theme: string): string[] =>
    Object.keys(rules.find(rule => rule.selectors.includes(`[data-theme="${theme}"]`))?.tokens ?? {}).sort()
  expect(names('dark').length).toBeGreaterThan(30)
  expect(names('light')).toEqual(names('dark'))
})

test('colours forced by the system: every colour is one of the system’s, so that drawings read on its ground', () => {
  const forced = readFileSync(new URL('./forced-colours.css', import.meta.url), 'utf8')
  const set = new Map([...forced.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))
  // Drawings do not use these.
  const others = ['--surface-inset', '--surface-raised', '--backdrop', '--shadow-overlay']
  const colours = Object.entries(tokensOf('dark', 'colour-blind')).filter(
    ([name, value]) => /^#|^rgb/.test(value) && !others.includes(name),
  )
  expect(colours.length).toBeGreaterThan(25)
  expect(colours.map(([name]) => name).filter(name => !set.has(name))).toEqual([])
  expect(new Set(set.values())).toEqual(new Set(['Canvas', 'CanvasText', 'Highlight', 'GrayText']))
  // The system draws its own background below text.
  for (const [name, value] of set) if (name?.startsWith('--on-') === true) expect(value, name).toBe('CanvasText')
})

test('red-up turns the colours of gain and loss round', () => {
  for (const theme of ['dark', 'light']) {
    const [usual, turned] = [tokensOf(theme, 'default'), tokensOf(theme, 'red-up')]
    expect([turned['--gain'], turned['--loss']]).toEqual([usual['--loss'], usual['--gain']])
  }
})

describe('fonts', () => {
  const fonts = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8')
  const faces = [...fonts.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, body = '']) => ({
    family: /font-family:\s*'([^']+)'/.exec(body)?.[1],
    file: /files\/inter-([a-z-]+)-wght/.exec(body)?.[1],
  }))

  // For each unfetched file a browser looks up a system fallback during layout, for every size and weight.
  test('the first family of a text is the Latin file alone', () => {
    const [first] = (rules.flatMap(rule => rule.tokens['--font'] ?? [])[0] ?? '').replaceAll('"', '').split(',')
    expect(faces.filter(face => face.family === first).map(face => face.file)).toEqual(['latin'])
  })

  test('letters of every other script have a file in a family of the text', () => {
    const families = rules
      .flatMap(rule => rule.tokens['--font'] ?? [])[0]
      ?.replaceAll('"', '')
      .split(', ')
    const files = faces.flatMap(face =>
      face.file !== undefined && families?.includes(face.family ?? '') === true ? [face.file] : [],
    )
    expect(files.sort()).toEqual(['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'latin', 'latin-ext', 'vietnamese'])
  })
})

describe('every stylesheet', () => {
  const folder = new URL('../..', import.meta.url)
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(each => each.endsWith('.css'))
  const saidOf = (property: string): string[] =>
    sheets
      .filter(sheet => !sheet.endsWith('fonts.css'))
      .flatMap(sheet => {
        const text = readFileSync(new URL(sheet, folder), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
        return [...text.matchAll(new RegExp(`(?<![\\w-])${property}:\\s*([^;}]+)`, 'g'))].map(
          ([, value = '']) => `${sheet}: ${value.trim()}`,
        )
      })

  test('sets text in one of the five sizes of the theme; paper has a size of its own', () => {
    const sizes = Object.keys(tokensOf('dark', 'default')).filter(name => name.startsWith('--font-size-'))
    expect(sizes).toHaveLength(5)
    const allowed = [...sizes.map(name => `var(${name})`), 'inherit']
    const said = saidOf('font-size')
    expect(said.length).toBeGreaterThan(150)
    expect(said.filter(each => !allowed.includes(each.split(': ')[1] ?? ''))).toEqual([
      'features/journal/day-page.module.css: 9pt',
    ])
    expect(
      saidOf('font').filter(each => !/: (?:inherit|400 var\(--font-size-2\) \/ 1\.4 var\(--font\))$/.test(each)),
    ).toEqual([])
  })

  test('uses no token that nothing sets', () => {
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(each => /\.(?:css|tsx?)$/.test(each))
      .map(each => readFileSync(new URL(each, folder), 'utf8'))
    const set = new Set(
      texts.flatMap(text => [...text.matchAll(/(--[\w-]+)(?:['"]?\]?:|', )/g)].map(([, name]) => name)),
    )
    const used = sheets.flatMap(sheet =>
      [...readFileSync(new URL(sheet, folder), 'utf8').matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => ({
        sheet,
        name,
      })),
    )
    expect(used.length).toBeGreaterThan(1_000)
    expect(used.filter(({ name }) => !set.has(name))).toEqual([])
  })

  test('sets text in one of two weights', () => {
    const said = saidOf('font-weight')
    expect(said.length).toBeGreaterThan(50)
    expect(said.filter(each => !/: (?:400|600|inherit)$/.test(each))).toEqual([])
  })
})
