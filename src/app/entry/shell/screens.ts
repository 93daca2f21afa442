/** Screens in the order of their keys, and the views of those that have more than one. */
import type { KeyMeaning } from '../../ui/commands/key-table.ts'
import type { Destination, ScreenPath } from '../../ui/router/address.ts'

interface ScreenEntry {
  readonly keys: KeyMeaning
  readonly name: string
  readonly to: ScreenPath
}

export const tabs = [
  { keys: 'screen.portfolio', name: 'Portfolio', to: '/portfolio' },
  { keys: 'screen.build', name: 'Build', to: '/build' },
  { keys: 'screen.orders', name: 'Orders', to: '/orders' },
  { keys: 'screen.markets', name: 'Markets', to: '/markets' },
  { keys: 'screen.journal', name: 'Journal', to: '/journal' },
] as const satisfies readonly ScreenEntry[]

/** Settings has no tab: the account's name leads there. */
export const screens = [
  ...tabs,
  { keys: 'screen.settings', name: 'Settings', to: '/settings' },
] as const satisfies readonly ScreenEntry[]

export type ScreenName = (typeof screens)[number]['name']

export interface View {
  /** The parameter `view` of the address. */
  readonly value: string
  readonly label: string
  readonly title: string
}

/** The first view of a screen is the one of an address without `view`. */
export const viewsOf: Readonly<Partial<Record<ScreenName, readonly [View, ...View[]]>>> = {
  Orders: [
    { value: 'mine', label: 'Mine', title: 'Orders' },
    { value: 'everybody', label: 'Everybody’s', title: 'Everybody’s RFQs' },
  ],
  Markets: [
    { value: 'instruments', label: 'Instruments', title: 'Markets' },
    { value: 'volatility', label: 'Volatility', title: 'Volatility' },
  ],
  Journal: [
    { value: 'days', label: 'Days', title: 'Journal' },
    { value: 'quality', label: 'Quality', title: 'Quality of quotes and fills' },
  ],
}

/** Addresses of earlier versions. */
const moved: Readonly<Record<string, Destination>> = {
  '/flow': { to: '/orders', search: { view: 'everybody' } },
  '/volatility': { to: '/markets', search: { view: 'volatility' } },
  '/quality': { to: '/journal', search: { view: 'quality' } },
  '/practice': { to: '/settings', search: { section: 'practice' } },
}

/** Undefined if no screen, present or earlier, has this path. Paths are case-insensitive. */
export function destinationOf(pathname: string): Destination | undefined {
  const path = pathname.toLowerCase()
  const screen = screens.find(({ to }) => to === path)
  return screen === undefined ? moved[path] : { to: screen.to }
}
