/** JSON in the contract's shape, written by PostgreSQL and sent unchanged. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
