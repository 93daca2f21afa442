/** The screens in the order of their keys. */
export const screens = [
  { keys: 'screen.portfolio', name: 'Portfolio', to: '/portfolio' },
  { keys: 'screen.build', name: 'Build', to: '/build' },
  { keys: 'screen.orders', name: 'Orders', to: '/orders' },
  { keys: 'screen.markets', name: 'Markets', to: '/markets' },
  { keys: 'screen.journal', name: 'Journal', to: '/journal' },
  { keys: 'screen.settings', name: 'Settings', to: '/settings' },
] as const

export type ScreenName = (typeof screens)[number]['name']
