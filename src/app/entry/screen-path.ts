/** Position of the screen's name in the address: the path on a server, the fragment on a static host. */

export const isStaticPage = (): boolean => document.documentElement.dataset['host'] === 'static'

/** "/portfolio", "/build?base=BTC"; "/" or empty if no screen is named. */
export const screenPath = (): string => (isStaticPage() ? location.hash.slice(1) : location.pathname)
