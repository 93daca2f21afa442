import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { WaitingPanel, WaitingSplit } from '../../ui/panel/waiting-panes.tsx'
import { waitingScreens } from './waiting-screens.ts'

const sheet = readFileSync(new URL('../../ui/panel/waiting-panes.module.css', import.meta.url), 'utf8')
const panesOf = (split: WaitingSplit): readonly (WaitingPanel | WaitingSplit)[] =>
  split.panes.flatMap(pane => ('panes' in pane ? [pane, ...panesOf(pane)] : [pane]))
const panes = Object.values(waitingScreens).flatMap(screen => (screen.panes === undefined ? [] : panesOf(screen.panes)))

// The page has no inline styles: a value missing from the sheet has no effect, and panes would move later.
test('every share and every least width of a waiting pane has its rule in the style sheet', () => {
  const wanted = panes.flatMap(pane => [
    `[data-grow='${pane.grow}'] { flex-grow: ${pane.grow};`,
    ...(pane.vastGrow === undefined
      ? []
      : [`> .pane[data-vast-grow='${pane.vastGrow}'] { flex-grow: ${pane.vastGrow};`]),
    ...('least' in pane && pane.least !== undefined
      ? [`[data-least='${pane.least}'] { min-width: ${pane.least}px;`]
      : []),
  ])
  const text = sheet.replace(/\s+/g, ' ')
  expect(wanted.filter(rule => !text.includes(rule))).toEqual([])
})

const source = (path: string): string => readFileSync(new URL(`../../features/${path}`, import.meta.url), 'utf8')

test('the panes of Build wait no narrower than a wide screen has them', () => {
  const layout = source('builder/builder-layout.tsx')
  const wide = layout.slice(layout.indexOf('function Wide('))
  const all = wide.slice(0, wide.indexOf('\n}\n')).matchAll(/id: '(chain|middle|structure)',.*minPx: (\d+)/g)
  const least = Object.fromEntries([...all].map(([, id, px]) => [id, Number(px)]))
  expect(least).not.toEqual({})
  const waiting =
    waitingScreens.Build.panes?.panes.map(pane => [pane.id, 'least' in pane ? pane.least : undefined]) ?? []
  expect(Object.fromEntries(waiting)).toEqual(least)
})

const vastOf = (split: WaitingSplit | undefined): Readonly<Record<string, number | undefined>> =>
  Object.fromEntries(
    (split === undefined ? [] : panesOf(split)).flatMap(pane =>
      pane.vastGrow === undefined ? [] : [[pane.id, pane.vastGrow]],
    ),
  )

test('in a very wide window the panes of Build and Portfolio wait where those screens have them there', () => {
  const build =
    /vastSizes = \{ id: '([\w-]+)', chain: (\d+), middle: (\d+), structure: (\d+) \}/.exec(
      source('builder/builder-layout.tsx'),
    ) ?? []
  expect(vastOf(waitingScreens.Build.panes)).toEqual({
    chain: Number(build[2]),
    middle: Number(build[3]),
    structure: Number(build[4]),
  })
  expect(waitingScreens.Build.panes?.vast?.split).toBe(build[1])
  const portfolio =
    /vastSizes = \{ id: '([\w-]+)', held: (\d+), beside: (\d+) \}/.exec(source('portfolio/portfolio-page.tsx')) ?? []
  expect(vastOf(waitingScreens.Portfolio.panes)).toEqual({ left: Number(portfolio[2]), right: Number(portfolio[3]) })
  expect(waitingScreens.Portfolio.panes?.vast?.split).toBe(portfolio[1])
})
