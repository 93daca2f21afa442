/** What the serving page says of its exchange; free of schemas, since the page asks before its program is there. */

/** The venue's name; a page without the word (or not filled in) has the sandbox behind it. */
export function servedVenue(): string {
  const named = typeof document === 'undefined' ? null : document.querySelector('meta[name="legwork-venue"]')?.getAttribute('content')
  return named === null || named === undefined || named === '' || named.includes('%') ? 'sandbox' : named
}

/** Under which an address that was set under Settings is kept. */
export const venueSettingsKey = 'legwork.venue'
