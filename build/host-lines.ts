/**
 * Headers for static hosts, as ready-made configuration for the common ones. They repeat the page's `<meta>` and add
 * framing, content types and caching, which it cannot express.
 */
import { securityHeaders } from '../src/server/http/answers.ts'

export interface HostLines {
  readonly path: string
  readonly text: string
}

type Header = readonly [name: string, value: string]

/** A year. Browsers ignore it over plain http. */
const onlyTls: Header = ['strict-transport-security', 'max-age=31536000']
const immutable: Header = ['cache-control', 'public, max-age=31536000, immutable']
const askedAnew: Header = ['cache-control', 'no-cache']

export function hostLines(policy: string): readonly HostLines[] {
  const page: readonly Header[] = [['content-security-policy', policy], ...Object.entries(securityHeaders), onlyTls]
  return [
    { path: '_headers', text: netlify(page) },
    { path: 'hosting/nginx.conf', text: nginx(page) },
    { path: 'hosting/Caddyfile', text: caddy(page) },
    { path: 'hosting/.htaccess', text: apache(page) },
    { path: 'hosting/vercel.json', text: vercel(page) },
  ]
}

/**
 * Netlify and Cloudflare Pages read this file. A later rule replaces an earlier header on the first, and adds to it on
 * the second.
 */
function netlify(page: readonly Header[]): string {
  const lines = (headers: readonly Header[]): string => headers.map(([name, value]) => `  ${name}: ${value}`).join('\n')
  return `/*\n${lines(page)}\n/assets/*\n${lines([immutable])}\n/index.html\n${lines([askedAnew])}\n/venue.json\n${lines([askedAnew])}\n`
}

/** An nginx location with its own headers inherits none, so each repeats them all. */
function nginx(page: readonly Header[]): string {
  const lines = (headers: readonly Header[]): string =>
    headers.map(([name, value]) => `  add_header ${name} "${value}" always;`).join('\n')
  return `# In the server's block; /srv/legwork is where the folder lies.
location / {
  root /srv/legwork;
  index index.html;
${lines([...page, askedAnew])}
}
location /assets/ {
  root /srv/legwork;
${lines([...page, immutable])}
}
`
}

const caddy = (page: readonly Header[]): string => `# In the site's block; /srv/legwork is where the folder lies.
root * /srv/legwork
header {
${page.map(([name, value]) => `  ${name} "${value}"`).join('\n')}
  ${askedAnew[0]} "${askedAnew[1]}"
}
header /assets/* ${immutable[0]} "${immutable[1]}"
file_server
`

const apache = (page: readonly Header[]): string => `# Beside index.html, with mod_headers.
${[...page, askedAnew].map(([name, value]) => `Header always set ${name} "${value}"`).join('\n')}
<If "%{REQUEST_URI} =~ m#/assets/#">
  Header always set ${immutable[0]} "${immutable[1]}"
</If>
`

function vercel(page: readonly Header[]): string {
  const rule = (source: string, headers: readonly Header[]) => ({
    source,
    headers: headers.map(([key, value]) => ({ key, value })),
  })
  return `${JSON.stringify({ headers: [rule('/(.*)', [...page, askedAnew]), rule('/assets/(.*)', [immutable])] }, undefined, 2)}\n`
}
