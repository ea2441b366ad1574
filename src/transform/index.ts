/** The door `ibid/transform`: the messages of request after request, with what the model already has left out. */
export { defaultPolicy, type Policy } from "../core/policy.ts";
export { newTransform, type Shortened, type TransformedResult, type TransformTerms } from "./transform.ts";
