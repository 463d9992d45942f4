/** First steps by hand; a test runs them against the product. */
export const example = `U=http://localhost:3000
J='content-type: application/json'
K=$(curl -s $U/config.json | jq -r .apiKey)
F=$U/functions/$(curl -s $U/config.json | jq -r .region)
T=$(curl -s "$U/v1/accounts:signUp?key=$K" -H "$J" -d '{"email":"ada@example.com","password":"a long sentence"}' | jq -r .idToken)
A="authorization: Bearer $T"
S=$(curl -s $F/createSubscription -H "$A" -H "$J" -d '{"data":{"planId":"free"}}' | jq -r .data.subscriptionId)
curl -s -X PATCH $U/v1/subscriptions/$S -H "$A" -H "$J" -d '{"settings":{"name":"Engine"}}'
curl -s $F/createInvite -H "$A" -H "$J" -d '{"data":{"subscriptionId":"'$S'","email":"bob@example.com","permissions":["editor"]}}'`;
