export interface Owner {
  readonly venueKey: string
  readonly account: string
}

declare const ownerBrand: unique symbol
export type OwnerKey = string & { readonly [ownerBrand]: true }

/** @example ownerKey({ venueKey: 'sandbox', account: 'demo' }) // '["sandbox","demo"]' */
export const ownerKey = ({ venueKey, account }: Owner): OwnerKey => JSON.stringify([venueKey, account]) as OwnerKey
