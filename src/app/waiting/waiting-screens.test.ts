import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { WaitingPanel, WaitingSplit } from '../../ui/panel/waiting-panes.tsx'
import { waitingScreens } from './waiting-screens.ts'

const sheet = readFileSync(new URL('../../ui/panel/waiting-panes.module.css', import.meta.url), 'utf8')
const panesOf = (split: WaitingSplit): readonly (WaitingPanel | WaitingSplit)[] =>
  split.panes.flatMap(pane => ('panes' in pane ? [pane, ...panesOf(pane)] : [pane]))
const panes = Object.values(waitingScreens).flatMap(screen => (screen.panes === undefined ? [] : panesOf(screen.panes)))

// The page has no inline styles: what is not in the sheet would have no effect, and the panes would move when the screen comes.
test('every share and every least width of a waiting pane has its rule in the style sheet', () => {
  const wanted = panes.flatMap(pane => [
    `[data-grow='${pane.grow}'] { flex-grow: ${pane.grow};`,
    ...('least' in pane && pane.least !== undefined ? [`[data-least='${pane.least}'] { min-width: ${pane.least}px;`] : []),
  ])
  const text = sheet.replace(/\s+/g, ' ')
  expect(wanted.filter(rule => !text.includes(rule))).toEqual([])
})

test('the panes of Build wait no narrower than a wide screen has them', () => {
  const layout = readFileSync(new URL('../../features/builder/builder-layout.tsx', import.meta.url), 'utf8')
  const wide = layout.slice(layout.indexOf('function Wide('))
  const all = wide.slice(0, wide.indexOf('\n}\n')).matchAll(/id: '(chain|middle|structure)',.*minPx: (\d+)/g)
  const least = Object.fromEntries([...all].map(([, id, px]) => [id, Number(px)]))
  expect(least).not.toEqual({})
  const waiting = waitingScreens.Build.panes?.panes.map(pane => [pane.id, 'least' in pane ? pane.least : undefined]) ?? []
  expect(Object.fromEntries(waiting)).toEqual(least)
})
