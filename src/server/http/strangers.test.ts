import { describe, expect, test } from 'vitest'
import { createStrangers } from './strangers.ts'

/** Sockets as a server has them, with a list of the ended ones. */
function door(mostSockets: number, mostOfPeer: number) {
  const strangers = createStrangers({ mostSockets, mostOfPeer })
  const open = new Set<string>()
  const ended: string[] = []
  return {
    ended,
    open: (name: string, peer: string) => {
      if (!strangers.makeRoom(peer, open.size)) return undefined
      open.add(name)
      return strangers.add(peer, () => {
        open.delete(name)
        ended.push(name)
      })
    },
  }
}

describe('sockets that are signed in to nothing', () => {
  test('end for a newcomer where there is no room: the oldest of the peer that has the most', () => {
    const { open, ended } = door(4, 100)
    for (const [name, peer] of [
      ['first', 'a'],
      ['second', 'a'],
      ['third', 'a'],
      ['trader', 'b'],
    ] as const)
      open(name, peer)
    expect(ended).toEqual([])
    open('fourth', 'a')
    open('another', 'c')
    expect(ended).toEqual(['first', 'second'])
  })

  test('never end one that is signed in, which has its place until its token ends', () => {
    const { open, ended } = door(2, 100)
    const trader = open('trader', 'a')
    trader?.signedIn()
    for (let at = 0; at < 300; at += 1) expect(open(`stranger ${at}`, 'a')).toBeDefined()
    expect(ended).not.toContain('trader')
    expect(ended).toHaveLength(299)
    trader?.signedOut()
    open('one more', 'a')
    open('another', 'a')
    expect(ended).toContain('trader')
  })

  test('are so many of one peer, though there is room', () => {
    const { open, ended } = door(100, 2)
    for (const name of ['first', 'second', 'third']) open(name, 'a')
    open('other', 'b')
    expect(ended).toEqual(['first'])
  })

  test('leave no room where all are signed in', () => {
    const { open } = door(1, 100)
    open('trader', 'a')?.signedIn()
    expect(open('stranger', 'a')).toBeUndefined()
  })

  test('count no more once they are gone', () => {
    const { open, ended } = door(100, 2)
    const [first] = [open('first', 'a'), open('second', 'a')]
    first?.gone()
    open('third', 'a')
    expect(ended).toEqual([])
  })
})
