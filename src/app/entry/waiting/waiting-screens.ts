/** Waiting panels of each screen, with positions and titles as on the loaded screen. */
import type { WaitingSplit } from '../../ui/panel/waiting-panes.tsx'
import type { ScreenName } from '../shell/screens.ts'

interface WaitingLayout {
  readonly hasTotals: boolean
  readonly isOfAccount: boolean
  readonly panes: WaitingSplit | undefined
}

const portfolio: WaitingSplit = {
  id: 'all',
  split: 'portfolio-columns',
  direction: 'horizontal',
  grow: 100,
  vast: { fromPx: 2200, split: 'portfolio-columns-vast', direction: 'horizontal' },
  panes: [
    { id: 'left', title: 'Positions', grow: 62, vastGrow: 56 },
    {
      id: 'right',
      split: 'portfolio-beside',
      direction: 'vertical',
      grow: 38,
      vastGrow: 44,
      from: 'wide',
      panes: [
        { id: 'risk', title: 'Risk', grow: 64 },
        { id: 'history', title: 'History', grow: 36 },
      ],
    },
  ],
}

const build: WaitingSplit = {
  id: 'all',
  split: 'build',
  direction: 'horizontal',
  grow: 100,
  vast: { fromPx: 2200, split: 'build-vast', direction: 'horizontal' },
  panes: [
    { id: 'chain', title: 'Option chain', grow: 32, vastGrow: 28, least: 425 },
    { id: 'middle', title: 'Payoff', grow: 42, vastGrow: 50, least: 340, from: 'wide' },
    { id: 'structure', title: 'Legs', grow: 26, vastGrow: 22, least: 480, from: 'medium' },
  ],
}

const orders: WaitingSplit = {
  id: 'all',
  split: 'orders',
  direction: 'vertical',
  grow: 100,
  panes: [{ id: 'orders', title: 'Orders', grow: 100 }],
}

const markets: WaitingSplit = {
  id: 'all',
  split: 'markets',
  direction: 'horizontal',
  grow: 100,
  vast: { fromPx: 2200, split: 'markets-vast', direction: 'horizontal' },
  panes: [
    { id: 'instruments', title: 'Instruments', grow: 70 },
    { id: 'instrument', title: 'Instrument', grow: 30, from: 'vast' },
  ],
}

const journal: WaitingSplit = {
  id: 'all',
  split: 'journal',
  direction: 'horizontal',
  grow: 100,
  panes: [
    { id: 'entries', title: 'Journal', grow: 70 },
    { id: 'beside', title: 'Results', grow: 30, from: 'medium' },
  ],
}

export const waitingScreens: Readonly<Record<ScreenName, WaitingLayout>> = {
  Portfolio: { hasTotals: true, isOfAccount: true, panes: portfolio },
  Build: { hasTotals: false, isOfAccount: false, panes: build },
  Orders: { hasTotals: false, isOfAccount: true, panes: orders },
  Markets: { hasTotals: false, isOfAccount: false, panes: markets },
  Journal: { hasTotals: false, isOfAccount: true, panes: journal },
  Settings: { hasTotals: false, isOfAccount: false, panes: undefined },
}
