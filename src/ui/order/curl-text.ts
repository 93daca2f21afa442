/** The order as a command line; the token is never part of it. */

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A `curl` that would send `body` to `url`, with the token masked. */
export function curlText(url: string, body: string): string {
  return [
    `curl -X POST ${quoted(url)}`,
    `  -H 'Content-Type: application/json'`,
    `  -H 'credentials_secret: ********'`,
    `  --data-raw ${quoted(body)}`,
  ].join(' \\\n')
}
