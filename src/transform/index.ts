/** The entry point `ibid/transform`: the messages of one request after another, without what the model already has. */
export { defaultPolicy, type Policy } from "../core/policy.ts";
export { LEAN_POLICIES, type LeanPolicy } from "../lean/types.ts";
export { newTransform, type Shortened, type TransformedResult, type TransformTerms } from "./transform.ts";
