/** Screens in the order of their keys. */
import type { KeyMeaning } from '../../ui/commands/key-table.ts'
import type { ScreenPath } from '../../ui/router/address.ts'

export const screens = [
  { keys: 'screen.portfolio', name: 'Portfolio', to: '/portfolio' },
  { keys: 'screen.build', name: 'Build', to: '/build' },
  { keys: 'screen.orders', name: 'Orders', to: '/orders' },
  { keys: 'screen.markets', name: 'Markets', to: '/markets' },
  { keys: 'screen.journal', name: 'Journal', to: '/journal' },
  { keys: 'screen.settings', name: 'Settings', to: '/settings' },
  { keys: 'screen.flow', name: 'Flow', to: '/flow' },
] as const satisfies readonly { readonly keys: KeyMeaning; readonly name: string; readonly to: ScreenPath }[]

export type OfferedScreen = (typeof screens)[number]
export type ScreenName = OfferedScreen['name']
