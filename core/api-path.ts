// The path of each route under /api that pages call is a constant of the feature's contract.ts. Its type carries what the
// route takes and answers: the server's handlers satisfy it, the browser's calls follow from it.

export type GetPath<Response> = string & { readonly route?: { method: 'GET'; response: Response } }

export type PostPath<Request, Response> = string & {
  readonly route?: { method: 'POST'; request: Request; response: Response }
}

export type RequestOf<Path> = Path extends PostPath<infer Request, infer _> ? Request : never
export type ResponseOf<Path> = Path extends { readonly route?: { response: infer Response } }
  ? Response
  : never

export type NoFields = Record<string, never>

/** Every refusal: a sentence for the visitor, and a code for programs. */
export interface ApiError {
  error: string
  code: string
}
