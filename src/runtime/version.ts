/** The version of this program; a test holds it to package.json. */
export const VERSION = "0.0.0";
