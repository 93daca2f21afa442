/** The screens in the order of their keys. */
export const screens = [
  { key: '1', name: 'Portfolio', to: '/portfolio' },
  { key: '2', name: 'Build', to: '/build' },
  { key: '3', name: 'Orders', to: '/orders' },
  { key: '4', name: 'Markets', to: '/markets' },
  { key: '5', name: 'Journal', to: '/journal' },
  { key: '6', name: 'Settings', to: '/settings' },
] as const
