/** Where the screen's name stands in the address: in the path where a server serves the page, behind the `#` where a static host does. */

export const isStaticPage = (): boolean => document.documentElement.dataset['host'] === 'static'

/** "/portfolio", "/build?base=BTC"; "/" or nothing where no screen is named. */
export const screenPath = (): string => (isStaticPage() ? location.hash.slice(1) : location.pathname)
