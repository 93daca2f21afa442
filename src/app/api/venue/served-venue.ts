/**
 * The serving page's declaration of its exchange. Free of schemas, since the page reads it before its program is
 * loaded.
 */

/** The venue's name; a page without one has the sandbox behind it. */
export function servedVenue(): string {
  const named =
    typeof document === 'undefined'
      ? null
      : document.querySelector('meta[name="legwork-venue"]')?.getAttribute('content')
  return named === null || named === undefined || named === '' || named.includes('%') ? 'sandbox' : named
}

export const venueSettingsKey = 'legwork.venue'
