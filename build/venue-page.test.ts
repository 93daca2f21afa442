// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { policyProblem, sourcesOf } from '../src/app/api/venue/venue-file.ts'
import { contentSecurityPolicy, securityHeaders } from '../src/server/http/answers.ts'
import { hostLines } from './host-lines.ts'
import { headerPolicy, metaPolicy } from './page-policy.ts'
import { venueOfBuild } from './venue-page.ts'

const nonce = 'bm9uY2U='
const scriptHashes = ['aGFzaA==', 'b3RoZXI=']
const venue = { exchange: 'https://api.venue.example' }
const directivesOf = (policy: string): Readonly<Record<string, string>> =>
  Object.fromEntries(policy.split('; ').map(each => [each.split(' ', 1)[0] ?? '', each.slice(each.indexOf(' ') + 1)]))

const served = directivesOf(contentSecurityPolicy(nonce, 'aGFzaA=='))
const forVenue = { nonce, scriptHashes, connect: sourcesOf(venue) }
const ofDemo = { nonce, scriptHashes, connect: [], trustedTypes: 'legwork-practice' }

describe('the policy of a page for a static host', () => {
  test('is the server’s, but for who may frame it, one more named script, and where it sends', () => {
    const page = directivesOf(metaPolicy(forVenue))
    const { 'frame-ancestors': _, ...expected } = served
    expect(page).toEqual({
      ...expected,
      'script-src': "'self' 'sha256-aGFzaA==' 'sha256-b3RoZXI='",
      'connect-src': "'self' https://api.venue.example/v1/ wss://api.venue.example/v1/feed",
    })
  })

  test('of the demo differs from the server’s in its scripts and in one trusted-types policy', () => {
    const page = directivesOf(metaPolicy(ofDemo))
    const differs = Object.keys(served).filter(name => page[name] !== served[name])
    expect(differs.toSorted()).toEqual(['frame-ancestors', 'script-src', 'trusted-types'])
    expect(page['trusted-types']).toBe('legwork-practice')
  })

  test('lets nothing through by a wildcard, a scheme or inline text', () => {
    for (const policy of [metaPolicy(forVenue), metaPolicy(ofDemo), headerPolicy(forVenue)]) {
      expect(policy).not.toMatch(/\*|unsafe|https:(?!\/\/)|wss:(?!\/\/)|blob:/)
    }
  })

  test('admits the venue of the file beside the page', () => {
    expect(policyProblem(metaPolicy(forVenue), venue)).toBeUndefined()
  })

  test.each(hostLines(headerPolicy(forVenue)).map(file => [file.path, file.text] as const))(
    'as lines of %s also says who may frame it, and every header of the server',
    (_, text) => {
      expect(text).toContain("frame-ancestors 'none'")
      for (const [name, value] of Object.entries(securityHeaders)) {
        expect(text).toContain(name)
        expect(text).toContain(value)
      }
    },
  )
})

describe('the venue of the build', () => {
  test('is named as a server’s is', () => {
    const env = { EXCHANGE_URL: 'https://api.venue.example/', FEED_URL: 'wss://feed.venue.example/v1/feed' }
    expect(venueOfBuild(env)).toEqual({
      exchange: 'https://api.venue.example',
      feed: 'wss://feed.venue.example/v1/feed',
    })
  })
  test.each([
    [{}, 'EXCHANGE_URL=https'],
    [{ EXCHANGE_URL: 'http://api.venue.example' }, /^EXCHANGE_URL must begin with https/],
    [{ EXCHANGE_URL: 'https://a.example', FEED_URL: 'https://a.example' }, /^FEED_URL must begin with wss/],
  ])('is asked for where it is missing or wrong: %o', (env, words) => expect(() => venueOfBuild(env)).toThrow(words))
})
