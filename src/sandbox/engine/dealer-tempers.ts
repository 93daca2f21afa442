/** The dealers who answer requests for quotes, each a house account with a temper of its own. Thousandths are of what the comment says. */
export interface Temper {
  /** Name of its account. */
  readonly name: string
  /** How far from fair value it quotes, in thousandths of half the makers' spread; less than 1000, so better than they do. */
  readonly edge: number
  /** How much of what is wanted it quotes, in thousandths. */
  readonly share: number
  /** The most it quotes, as a multiple of what the makers show at their best price. */
  readonly appetite: number
  /** Until its first quote, about. */
  readonly delayMs: number
  /** How long a quote keeps its price. */
  readonly standMs: number
  /** How many requests it does not answer, in thousandths. */
  readonly declines: number
}

export const tempers: readonly Temper[] = [
  { name: '@dealer-brisk', edge: 700, share: 500, appetite: 3, delayMs: 300, standMs: 3_000, declines: 120 },
  { name: '@dealer-keen', edge: 250, share: 250, appetite: 2, delayMs: 1_500, standMs: 5_000, declines: 350 },
  { name: '@dealer-steady', edge: 550, share: 1_000, appetite: 8, delayMs: 1_000, standMs: 10_000, declines: 20 },
  { name: '@dealer-large', edge: 800, share: 1_000, appetite: 40, delayMs: 4_000, standMs: 20_000, declines: 60 },
  { name: '@dealer-choosy', edge: 400, share: 600, appetite: 5, delayMs: 2_500, standMs: 8_000, declines: 600 },
]
