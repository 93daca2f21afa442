import { describe, expect, it } from 'vitest'
import { longestLifeSeconds, shortestLifeSeconds, type TokenSettings, createTokenMaker } from './token-maker.ts'

const startMs = Date.UTC(2026, 10, 21, 22, 35)

function setUp(settings: Partial<TokenSettings> = {}, offsetMs = 0) {
  const world = { elapsedMs: 0, offsetMs, signed: 0, refuses: false, asked: 0, turns: [] as string[] }
  const maker = createTokenMaker(
    { apiKey: 'key-1', lifeSeconds: 60, perAddress: false, ...settings },
    {
      sign: async claims => {
        world.signed += 1
        await Promise.resolve()
        if (world.refuses) throw new Error('no')
        return JSON.stringify(claims)
      },
      clockKnown: async () => {
        world.asked += 1
      },
      nowMs: () => startMs + world.elapsedMs + world.offsetMs,
      monotonicMs: () => 1_000 + world.elapsedMs,
      nextNonce: () => world.signed + 1,
      takeTurn: async name => {
        world.turns.push(`+${name}`)
        return () => void world.turns.push(`-${name}`)
      },
    },
  )
  const claims = async (uri = 'https://v.example/a') => JSON.parse(await maker.tokenFor(uri)) as Record<string, number>
  return { world, maker, claims, venueMs: () => startMs + world.elapsedMs + world.offsetMs }
}

describe('a token made here', () => {
  it('is of the venue’s clock less 5 s, of the life that was set, and says whose it is', async () => {
    const { claims } = setUp({ lifeSeconds: 30 }, -90_000)
    const iat = startMs / 1_000 - 90 - 5
    expect(await claims()).toEqual({ sub: 'key-1', iat, exp: iat + 30, client: 'api', nonce: 1 })
  })

  it('waits for the venue’s clock', async () => {
    const { world, claims } = setUp()
    await claims()
    expect(world.asked).toBe(1)
  })

  it.each([shortestLifeSeconds, 30, 60, 600, 86_400, longestLifeSeconds])(
    'of %i s is given again while it has enough left, and no request leaves with one near its end',
    async lifeSeconds => {
      const { world, maker, claims, venueMs } = setUp({ lifeSeconds })
      const stepMs = (lifeSeconds * 1_000) / 97
      for (let step = 0; step < 400; step += 1) {
        const { exp = 0, iat = 0 } = await claims()
        expect(exp * 1_000 - venueMs()).toBeGreaterThan(Math.min(9_000, maker.leastLeftMs))
        expect(iat * 1_000).toBeLessThanOrEqual(venueMs() - 5_000)
        world.elapsedMs += stepMs
      }
      expect(world.signed).toBeGreaterThan(3)
      expect(world.signed).toBeLessThan(18)
    },
  )

  it('is there at once where there is one, and made once for requests that leave together', async () => {
    const { world, maker } = setUp()
    const [first, second] = await Promise.all([maker.tokenFor('a'), maker.tokenFor('b')])
    expect([first, world.signed]).toEqual([second, 1])
    expect(maker.tokenFor('c')).toBe(first)
  })

  it('names the address where the venue asks for it, one for each', async () => {
    const { world, claims } = setUp({ perAddress: true })
    expect((await claims('https://v.example/a'))['uri']).toBe('https://v.example/a')
    expect((await claims('https://v.example/b'))['uri']).toBe('https://v.example/b')
    await claims('https://v.example/a')
    expect(world.signed).toBe(2)
  })

  it('is made again when the venue’s clock turns out to be elsewhere', async () => {
    const { world, claims, venueMs } = setUp({ lifeSeconds: 600 })
    await claims()
    world.offsetMs = -60_000
    expect(((await claims())['iat'] ?? 0) * 1_000).toBeLessThanOrEqual(venueMs() - 5_000)
    world.offsetMs += 400
    await claims()
    expect(world.signed).toBe(2)
  })

  it('is forgotten when the venue refused it, one that is still being made included', async () => {
    const { world, maker } = setUp()
    const begun = maker.tokenFor('a')
    maker.forget()
    await begun
    await maker.tokenFor('a')
    expect(world.signed).toBe(2)
  })

  it('is made and first sent in one turn, which ends with the answer, with what was made, or where it could not be signed', async () => {
    const { world, maker } = setUp()
    const token = await maker.tokenFor('a')
    expect(world.turns).toEqual(['+legwork.token.key-1 '])
    maker.answered('another')
    expect(world.turns).toHaveLength(1)
    maker.answered(token)
    maker.answered(token)
    expect(world.turns).toEqual(['+legwork.token.key-1 ', '-legwork.token.key-1 '])
    maker.forget()
    await maker.tokenFor('a')
    maker.forget()
    expect(world.turns).toHaveLength(4)
    world.refuses = true
    await expect(maker.tokenFor('a')).rejects.toThrow(/./)
    expect(world.turns).toHaveLength(6)
  })

  it('that could not be signed is tried again by the next request', async () => {
    const { world, maker } = setUp()
    world.refuses = true
    await expect(maker.tokenFor('a')).rejects.toThrow(/./)
    world.refuses = false
    await expect(Promise.resolve(maker.tokenFor('a'))).resolves.toContain('key-1')
  })
})
