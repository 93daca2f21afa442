/** Room for what is worth more than samples: how many samples went. A full database is rare, so the code of it is loaded then. */
export const freeRoom = (): Promise<number> =>
  import('./make-room.ts').then(
    ({ makeRoom }) => makeRoom(),
    () => 0,
  )
